trap '' TERM INT HUP QUIT XCPU
while :; do sleep 1; done
