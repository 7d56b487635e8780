# Leaves a tree that nobody may write to.
mkdir -p a/b/c
echo x > a/b/c/file
chmod -R a-w .
