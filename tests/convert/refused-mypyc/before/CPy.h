/* Stands for the header of mypyc's run-time support. */
