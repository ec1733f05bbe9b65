/** Milliseconds as people say them: the shorter, the more exact. */
export function inSeconds(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (ms >= 9_950) return `${seconds} s`;
  return ms >= 995 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.max(ms / 1_000, 0.01).toFixed(2)} s`;
}
