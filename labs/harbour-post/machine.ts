import { checkPrime, createHash, randomBytes } from 'node:crypto';

const BITS = 512;
const smallPrimes: number[] = [];
for (let n = 3; smallPrimes.length < 300; n += 2) if (smallPrimes.every((p) => n % p)) smallPrimes.push(n);

/** The initial state of the drum, set at the factory. */
const works = randomBytes(64);

/** Draws primes. Its source is a drum of random bytes, into which a little external noise is stirred. */
export interface Machine {
  prime(): Promise<bigint>;
}

/** Switches the machine on. The drum starts in its factory state. */
export function switchOn(): Machine {
  let drum = works;
  return {
    async prime() {
      const drawn = await primeFrom(drum);
      drum = createHash('sha512').update(drum).update(randomBytes(64)).digest();
      return drawn;
    },
  };
}

/** Returns the first prime after the number of these bytes, with its two highest bits set. */
async function primeFrom(bytes: Buffer): Promise<bigint> {
  const start = (3n << BigInt(BITS - 2)) | BigInt(`0x${bytes.toString('hex')}`) | 1n;
  const remainders = smallPrimes.map((p) => Number(start % BigInt(p)));
  for (let step = 0; ; step += 2) {
    if (smallPrimes.some((p, i) => ((remainders[i] ?? 0) + step) % p === 0)) continue;
    const candidate = start + BigInt(step);
    if (await isPrime(candidate)) return candidate;
  }
}

const isPrime = (candidate: bigint): Promise<boolean> =>
  new Promise((resolve, reject) => {
    checkPrime(candidate, { checks: 10 }, (error, prime) => (error ? reject(error) : resolve(prime)));
  });
