"""
The first view of the page, and the picture of it: what grows how, and which claims fail, in SVG that needs no script.

* `groups`: which series share a picture, and in which order pictures stand; `words`: what is written about them
* `scales`: from sizes and values to pixels, and where ticks stand; `labels`: names at the ends of lines
* `picture`: one picture as SVG; `cards`: the pictures of the first view as HTML; `file`: one picture in a file, by
  `vector` or `raster`
"""
