/**
 * The first process of a workspace, for Bash. It takes orders from its standard input, one a line:
 *
 *     terminal ID ROWS COLUMNS   a shell with a terminal of its own
 *     run ID                     a script, which comes first in the stream, up to a NUL
 *     resize ID ROWS COLUMNS
 *     close ID                   ends what runs there
 *     relieve                    ends everything that runs
 *
 * Each ID is a pair of FIFOs that the platform has made. On its standard output it says `ready`, `open ID`, and for a
 * script `end ID STATUS`. A terminal ends when its FIFO does. When the platform has gone, so has its input, and it ends.
 *
 * Bash waits for 15 seconds and then exits when it can't make a process. So it may have more processes than the learner,
 * whose limit is its first argument. The second one is `new` for a new home.
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
