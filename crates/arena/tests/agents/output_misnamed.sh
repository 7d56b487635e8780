echo move > OuTpUt.TxT
