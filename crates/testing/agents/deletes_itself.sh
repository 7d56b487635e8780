rm -rf "$PWD"
