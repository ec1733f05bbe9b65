const FORCE_AFTER_MS = 1_000;

/**
 * Returns a signal that Ctrl-C aborts. Ctrl-C arrives twice, from the terminal and from npm, so a repetition within a
 * second is ignored; a later one exits without cleaning up.
 */
export function listenForInterruption(): AbortSignal {
  const controller = new AbortController();
  let interruptedAt: number | undefined;
  const interrupt = (): void => {
    if (interruptedAt !== undefined && Date.now() - interruptedAt > FORCE_AFTER_MS) process.exit(130);
    interruptedAt ??= Date.now();
    controller.abort(new Error('interrupted'));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  // If the parent process is killed, no signal reaches this one.
  const parentPid = Number(process.env['DESK_STARTER']);
  if (parentPid) setInterval(() => process.ppid !== parentPid && interrupt(), 1_000).unref();
  return controller.signal;
}
