"""
Playing against the computer, without a terminal: any game of `wythoff.games`.

`match` is the state of a game between two players, `opponent` chooses the computer's moves, `move_text` reads what
people write for a move, `saved` keeps a match in a file, and `dialogue` is the conversation that ties them together.
"""
