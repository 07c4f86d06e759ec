/**
 * The Bash script of the first process of a workspace. It reads orders from its standard input, one per line:
 *
 *     terminal ID ROWS COLUMNS   starts a shell with a new terminal
 *     run ID                     runs a script, which comes first in the stream, up to a NUL
 *     resize ID ROWS COLUMNS     changes the size of a terminal
 *     close ID                   ends the processes of this ID
 *     relieve                    ends all processes
 *
 * Each ID is a pair of FIFOs that the platform has made. The script writes `ready`, `open ID` and, for a script,
 * `end ID STATUS` to its standard output. A terminal ends with its FIFO. When the platform ends, the standard input ends,
 * and so does the workspace.
 *
 * When Bash cannot start a process, it waits for 15 seconds and then exits. The script may therefore have more processes
 * than the learner, whose limit is the first argument. The second argument is `new` for a new home.
 */
export const SUPERVISOR = `
exec 3>&-
# Each order has a process group of its own, and can be ended with it
set -m
trap '' HUP INT QUIT TERM USR1 USR2 ALRM
declare -A group
processes=$1
if [ "$2" = new ] && [ -d /lab ]; then cp -r --preserve=mode,timestamps /lab/. "$HOME"; fi

enter() {
  trap - HUP INT QUIT TERM USR1 USR2 ALRM
  ulimit -u "$processes" || exit
  exec 3>&1 <"/run/streams/$1.in" >"/run/streams/$1.out" 2>&1 || exit
  echo "open $1" >&3
}
echo ready
while read -r order id rows columns; do
  case $order in
  terminal)
    (
      enter "$id"
      exec script -qfc "stty rows $rows columns $columns; exec bash -l" -E always /dev/null 3>&-
    ) &
    group[$id]=$!
    ;;
  run)
    (
      enter "$id"
      IFS= read -r -d '' script
      bash --norc -c "$script" 3>&-
      echo "end $id $?" >&3
    ) &
    group[$id]=$!
    ;;
  resize)
    read -r shell _ <"/proc/\${group[$id]}/task/\${group[$id]}/children"
    stty -F "/proc/$shell/fd/0" rows "$rows" columns "$columns"
    ;;
  close)
    kill -KILL -- "-\${group[$id]}"
    unset "group[$id]"
    ;;
  relieve) kill -KILL -1 ;;
  esac
done
`;
