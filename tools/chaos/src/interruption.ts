/**
 * Ctrl-C. It comes from the terminal and once more through npm, so a quick repetition is the same one; a later one
 * means: at once.
 */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController();
  let askedAt: number | undefined;
  const ask = (): void => {
    if (askedAt !== undefined && Date.now() - askedAt > 1_000) process.exit(130);
    askedAt ??= Date.now();
    interruption.abort(new Error('interrupted'));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, ask);
  // Our starter may be killed without a word; nobody would be left to stop us.
  const starter = Number(process.env['DESK_STARTER']);
  if (starter) setInterval(() => process.ppid !== starter && ask(), 1_000).unref();
  return interruption.signal;
}
