echo move
