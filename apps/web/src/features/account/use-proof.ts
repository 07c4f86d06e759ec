import { useState } from 'react';
import { useApi } from '#lib/query.ts';
import { proveWork } from './proof-of-work.ts';

/**
 * A proof of work for one call, as its options: `api('POST …', { body }, await proof.make())`. While `isChecking`, the
 * form says that it is not the network that takes so long.
 */
export function useProof(path: Parameters<typeof proveWork>[1]) {
  const api = useApi();
  const [isChecking, setChecking] = useState(false);
  const make = async () => {
    setChecking(true);
    try {
      return { headers: { 'x-pow': await proveWork(api, path) } };
    } finally {
      setChecking(false);
    }
  };
  return { make, isChecking };
}
