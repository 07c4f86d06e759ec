import type { Duplex } from 'node:stream';

/** In characters: 1 to 500 each. */
export interface TerminalSize {
  columns: number;
  rows: number;
}

/** Why a client is no longer attached to its shell. */
export interface ShellEnd {
  /** Another client attached to the shell; the shell ended by itself; or its instance was stopped. */
  reason: 'taken-over' | 'shell' | 'instance';
  /** A sentence for the learner. */
  text: string;
}

/** The connection of one client to a shell. */
export interface AttachedShell {
  /** Offset of the first byte of the output. Byte 0 is the first one that the shell has ever shown. */
  from: number;
  /** Bytes at the beginning of the output that the shell had shown before. At most 256 KB. */
  replayBytes: number;
  /** Whether output that the client asked for is no longer stored. */
  missed: boolean;
  /**
   * Output of the shell and input for it, both with backpressure: the shell waits for a client that does not read. Ends
   * with the attachment. Destroy it to detach; the shell keeps running.
   */
  stream: Duplex;
  /** Does nothing after the end of the attachment. */
  resize(size: TerminalSize): void;
  /**
   * Resolves when the attachment ends, perhaps before the client has read the last output. Rejects if the connection to
   * the runtime is lost; the shell may still run. Stays pending after the client has detached.
   */
  ended: Promise<ShellEnd>;
}

/** The shells of all workspaces of a runtime. A shell outlives its clients, and the last 256 KB of its output are kept. */
export interface Shells {
  /**
   * Attaches a client to a shell, and opens the shell if it is not open. Ends the attachment of an earlier client.
   * @param shell number of the shell in its workspace, which the caller chooses
   * @param from offset of the first byte that the client needs; null for all stored output
   * Throws `NoWorkspace`, or `WorkspaceFull` if the maximum number of shells is open.
   */
  attachShell(ref: string, shell: number, options: { size: TerminalSize; from: number | null }): Promise<AttachedShell>;
  /** Ends a shell and its foreground programs. Does nothing if there is no such shell. */
  closeShell(ref: string, shell: number): Promise<void>;
  /** Prints a notice of the platform in all shells; if none is open, in the next one that opens. */
  printInShells(ref: string, text: string): Promise<void>;
}
