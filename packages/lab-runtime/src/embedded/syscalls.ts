/**
 * Numbers of system calls: [x64, arm64]; null if the architecture does not have it. From Linux 6.x:
 * arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
 */
export const numbers = {
  clone: [56, 220],
  close_range: [436, 436],
  fcntl: [72, 25],
  ioctl: [16, 29],
  listen: [50, 201],
  mmap: [9, 222],
  mremap: [25, 216],
  prctl: [157, 167],
  socket: [41, 198],
  socketpair: [53, 199],
} as const;

/** Calls that only debuggers need. A workspace allows them, except on its first process. */
export const debugging = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  personality: [135, 92],
} as const;

/**
 * Calls that set extended attributes. On tmpfs these attributes take kernel memory that no limit counts, so the filters
 * answer as a file system without extended attributes does: `cp -a` and `tar` continue without a message.
 */
export const setsAttributes = {
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  setxattrat: [463, 463],
} as const;

/**
 * Calls that the filters answer with ENOSYS, as a kernel without them does, so that programs use another way.
 */
export const unsupported: Record<string, readonly [number | null, number | null]> = {
  // Its flags are in memory, which a filter cannot read. libc falls back to clone
  clone3: [435, 435],

  // The machine code of all filters of the machine shares one limit. Twenty workspaces could fill it
  seccomp: [317, 277],

  // A watch on a shared file, such as a program in /usr, shows when the host or another learner uses it. `tail` polls
  inotify_init: [253, null],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
};

/**
 * Numbers that no reviewed call has, inclusive: [x64, arm64]. The filters answer with ENOSYS, so a newer kernel adds no
 * call to a lab. x64 has calls of its own from 335 on: uretprobe and uprobe, which newer kernels answer without
 * the filter. Both continue at 424, and end with open_tree_attr (Linux 6.15).
 */
export const unknownNumbers = [
  [
    [335, 423],
    [468, 0xffffffff],
  ],
  [
    [295, 423],
    [468, 0xffffffff],
  ],
] as const;

/**
 * Calls that no lab needs, whatever its visitors run, grouped by reason. The base is the list of calls that Docker's
 * default profile forbids to an unprivileged container.
 */
export const denied: Record<string, readonly [number | null, number | null]> = {
  // Access to other processes
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],

  // Changing the view of the file system, or opening files without a path
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  statmount: [457, 457],
  listmount: [458, 458],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],

  // New namespaces: each gives access to kernel code that otherwise only root reaches
  unshare: [272, 97],
  setns: [308, 268],

  // Large parts of the kernel with a long history of vulnerabilities
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  vmsplice: [278, 75],
  modify_ldt: [154, null],

  // The machine as a whole
  sysinfo: [99, 179],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  query_module: [178, null],
  get_kernel_syms: [177, null],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  vhangup: [153, 58],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  nfsservctl: [180, 42],
  lookup_dcookie: [212, 18],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],

  // Placement of memory
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  get_mempolicy: [239, 236],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  set_mempolicy_home_node: [450, 450],

  // Socket buffers are kernel memory. Without these calls each socket keeps its default buffer and is held by a
  // descriptor: none waits in the backlog of a listener or in a message in transit.
  setsockopt: [54, 208],
  bind: [49, 200],
  sendmsg: [46, 211],
  sendmmsg: [307, 269],

  // Other memory that no limit counts
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  map_shadow_stack: [453, 453],
  landlock_create_ruleset: [444, 444],
  io_setup: [206, 0],
};
