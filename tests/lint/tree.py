"""Which files belong to the project: those that git tracks, and new ones that it does not ignore."""

import pathlib
import subprocess


def files(root, *suffixes):
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True).stdout.decode()
    paths = (pathlib.Path(root, name) for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes)]
