"""
The process of a command: Ctrl-C, standard streams, errors, limits of memory, processors, worker processes.

Nothing is imported here: `interrupts` has to be there before anything that takes a while to import.
"""
