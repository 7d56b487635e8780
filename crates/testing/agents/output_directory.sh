mkdir output.txt
