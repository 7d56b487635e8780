# Plays the first empty point, if playdata.txt has a line for each of its moves so far: right only if
# the file is kept from move to move and gone before each game.
touch playdata.txt
moves=$(wc -l < playdata.txt)
echo move >> playdata.txt
awk -v moves="$moves" 'NR > 3 { for (column = 1; column <= length($0); column++)
  if (substr($0, column, 1) != ".") taken++; else if (!point) point = "(" column "," NR - 3 ")" }
  END { if (int(taken / 2) == moves) print point }' input.txt > output.txt
