echo "(1,1)" > OuTpUt.TxT
