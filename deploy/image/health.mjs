// HEALTHCHECK of the image: exit code 0 while the platform's `/healthz` answers 200.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, { signal: AbortSignal.timeout(4_000) });
process.exit(ok ? 0 : 1);
