# Tries to read and to write what belongs to others; tells where it got through.
echo mine > own.txt
echo "own file: $(cat own.txt)"
for folder in "$OPPONENT" "$REFEREE"; do
  cat "$folder/playdata.txt" 2>/dev/null && echo "read $folder"
  ls "$folder" 2>/dev/null && echo "listed $folder"
  echo gone 2>/dev/null > "$folder/playdata.txt" && echo "wrote $folder"
  echo here 2>/dev/null > "$folder/planted.txt" && echo "planted in $folder"
  rm -r "$folder" 2>/dev/null && echo "deleted $folder"
  mv "$folder" "$folder.gone" 2>/dev/null && echo "moved $folder"
  ln "$folder/playdata.txt" stolen.txt 2>/dev/null && echo "linked $folder"
done
echo x 2>/dev/null > "/tmp/plyglot-burglar.$$" && echo "wrote to /tmp"
exit 0
