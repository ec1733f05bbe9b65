/**
 * SQL for the start time of the PostgreSQL server, as text with microseconds. No two servers have the same one, so a
 * different value later shows that a failover or a restore happened in between (ADR 5).
 */
export const SERVER_START = 'extract(epoch FROM pg_postmaster_start_time())::text';

export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
