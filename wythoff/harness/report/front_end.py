"""
The files that asv's own pages load from the network: what they replace there, and what they must be.

The packages and their versions are in ``assets/package.json``. They are those that the ``index.html`` of asv 0.6.6
names, but for the table sorter: npm has no 1.0.1, only 1.1.3, which sorts asv's tables alike. Where asv states a
checksum of the very same file, ours says the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

PACKAGES = Path(__file__).with_name("assets") / "package.json"

_CDNJS = "https://cdnjs.cloudflare.com/ajax/libs"
_JSDELIVR = "https://cdn.jsdelivr.net/npm"


@dataclass(frozen=True)
class FrontEndFile:
    """
    A file of a package.

    Attributes
    ----------
    path : str
        Package and path in it, with slashes; also where it lies in a published site's folder ``vendor``.
    sha256 : str
        Checksum of its content, in hexadecimal digits.
    replaces : str
        The address that asv's ``index.html`` loads it from; empty for what other files load, and for licences.
    """

    path: str
    sha256: str
    replaces: str = ""


FILES = (
    FrontEndFile(
        "jquery/dist/jquery.min.js",
        "160a426ff2894252cd7cebbdd6d6b7da8fcd319c65b70468f10b6690c45d02ef",
        "https://code.jquery.com/jquery-3.3.1.min.js",
    ),
    FrontEndFile("jquery/LICENSE.txt", "2b3ed8ba424423a50b023e728530d94bc385cfc7c328ad65a3dfee9c7c0531c5"),
    FrontEndFile(
        "flot/jquery.flot.js",
        "b7b931f273c38b1277b9c6c1f4e05c4ec09885a487bddaf3279e2d7e49a38e12",
        f"{_CDNJS}/flot/0.8.3/jquery.flot.min.js",
    ),
    FrontEndFile(
        "flot/jquery.flot.time.js",
        "a582c832adc7138a6b05aaf61f16ebac274701f1be4afea77e739a1c34b9c41a",
        f"{_CDNJS}/flot/0.8.3/jquery.flot.time.min.js",
    ),
    FrontEndFile(
        "flot/jquery.flot.selection.js",
        "e6c85f6c1ebe4b4da29d8ae238c7c5060283f05f7ef054f6b91817d02c092918",
        f"{_CDNJS}/flot/0.8.3/jquery.flot.selection.min.js",
    ),
    FrontEndFile(
        "flot/jquery.flot.categories.js",
        "6e81664b28ea795c734906f4aa15614640a75ac7fbd399a7fb9084040698351a",
        f"{_CDNJS}/flot/0.8.3/jquery.flot.categories.min.js",
    ),
    FrontEndFile("flot/LICENSE.txt", "dd32421fa4b2ecc3fa7c6d831d395fb02d9304583504639a32e1c18660cff33f"),
    FrontEndFile(
        "flot-orderbars/js/jquery.flot.orderBars.js",
        "39735b4f46f96ff4e082572401f47c55a2767b366fd1d1e821e44a8d830a12bf",
        f"{_JSDELIVR}/flot-orderbars@1.0.0/js/jquery.flot.orderBars.js",
    ),
    FrontEndFile(
        "stupid-table-plugin/stupidtable.min.js",
        "4642380f28ebe9ed7cac251793b281ef8620c4386205d92788f9b12f5cceb4e0",
        f"{_CDNJS}/stupidtable/1.0.1/stupidtable.min.js",
    ),
    FrontEndFile("stupid-table-plugin/LICENSE", "7b3e49bc9ec1e75ca93b8c1b04e5506516b90de37ce611a4aed3a74734892547"),
    FrontEndFile(
        "blueimp-md5/js/md5.min.js",
        "64d7ded388c562e4bde9e58ce205e5fa01b9734fcd434d496eb7b4fbfe9b927d",
        f"{_CDNJS}/blueimp-md5/2.19.0/js/md5.min.js",
    ),
    FrontEndFile("blueimp-md5/LICENSE.txt", "ce2ef2581ac80c09ea7025ce0eca7995b1cdc631cd0daaffce3a1353bc2143f8"),
    FrontEndFile(
        "bootstrap/dist/js/bootstrap.min.js",
        "898d05a17f2cfc5120ddcdba47a885c378c0b466f30f0700e502757e24b403a1",
        f"{_JSDELIVR}/bootstrap@3.1.1/dist/js/bootstrap.min.js",
    ),
    FrontEndFile(
        "bootstrap/dist/css/bootstrap.min.css",
        "e9503448692b738dd260fbd7f7cabf2e11f09b600fa97e6eb3a56eba5b1a7e9b",
        f"{_JSDELIVR}/bootstrap@3.1.1/dist/css/bootstrap.min.css",
    ),
    FrontEndFile(
        "bootstrap/dist/fonts/glyphicons-halflings-regular.eot",
        "f495f34e4f177cf0115af995bbbfeb3fcabc88502876e76fc51a4ab439bc8431",
    ),
    FrontEndFile(
        "bootstrap/dist/fonts/glyphicons-halflings-regular.svg",
        "d168d50a88c730b4e6830dc0da2a2b51dae4658a77d9619943c27b8ecfc19d1a",
    ),
    FrontEndFile(
        "bootstrap/dist/fonts/glyphicons-halflings-regular.ttf",
        "bd18efd3efd70fec8ad09611a20cdbf99440b2c1d40085c29be036f891d65358",
    ),
    FrontEndFile(
        "bootstrap/dist/fonts/glyphicons-halflings-regular.woff",
        "fc969dc1c6ff531abcf368089dcbaf5775133b0626ff56b52301a059fc0f9e1e",
    ),
    FrontEndFile("bootstrap/LICENSE", "103ffbd5456d39cd2ca1612f028219e6b7d367aca0b3efb21aacafb75deb6ff6"),
)


def defects(folder: Path) -> list[str]:
    """
    Compare packages with what they must be.

    Parameters
    ----------
    folder : Path
        Holds one folder for each package, as npm's ``node_modules`` does.

    Returns
    -------
    list of str
        For each file that is missing or different what is wrong with it; empty if all is well.
    """
    found = []
    for file in FILES:
        try:
            content = (folder / file.path).read_bytes()
        except OSError as error:
            found.append(f"{file.path} can't be read ({error.strerror or error})")
            continue
        if sha256(content).hexdigest() != file.sha256:
            found.append(f"{file.path} is not the file that was published")
    return found
