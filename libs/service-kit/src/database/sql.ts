/**
 * SQL for when the PostgreSQL server was started, as text with microseconds. Two servers never agree on it, so it tells
 * whether a failover or a restore lies between two moments (ADR 5).
 */
export const SERVER_START = 'extract(epoch FROM pg_postmaster_start_time())::text';

export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');
