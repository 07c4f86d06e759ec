import { isWhole, type Packet } from './packet.ts';

/** Maximum packets that wait for fragments, and maximum bytes of one. */
const MAX_WAITING = 16;
const MAX_BYTES = 8192;

/** Reassembles fragments in the order of their arrival. */
export class Gatherer {
  private readonly waiting = new Map<string, Packet[]>();

  /** @returns the whole packet when all of its fragments have arrived */
  add(packet: Packet): Packet | undefined {
    if (isWhole(packet)) return packet;
    const key = `${packet.from} ${packet.to} ${packet.proto} ${packet.id}`;
    const parts = [...(this.waiting.get(key) ?? []), packet].slice(-64);
    this.waiting.delete(key);
    const whole = join(parts);
    if (whole) return whole;
    this.waiting.set(key, parts);
    const oldest = this.waiting.keys().next().value;
    if (this.waiting.size > MAX_WAITING && oldest !== undefined) this.waiting.delete(oldest);
    return undefined;
  }
}

/** Later fragments overwrite earlier ones. */
function join(parts: Packet[]): Packet | undefined {
  const first = parts.find(({ offset }) => offset === 0);
  const last = parts.find(({ more }) => !more);
  const length = last ? last.offset + last.data.length : 0;
  if (!first || !last || length > MAX_BYTES) return undefined;
  const data = Buffer.alloc(length);
  const there = Buffer.alloc(length);
  for (const part of parts) {
    part.data.copy(data, Math.min(part.offset, length));
    there.fill(1, Math.min(part.offset, length), Math.min(part.offset + part.data.length, length));
  }
  return there.includes(0) ? undefined : { ...first, more: false, data };
}
