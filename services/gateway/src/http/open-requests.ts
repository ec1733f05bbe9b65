import { tooManyRequests } from '@desk/contracts';
import type { RequestHandler } from 'express';
import { NetworkSlots } from './network-slots.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * Limits how many requests of one network are open, live streams included. Behind a proxy all connections come from
 * there, and each open request of a client holds one of them.
 */
export function limitOpenRequests(perNetwork: number): RequestHandler {
  const slots = new NetworkSlots(perNetwork);
  return (request, response, next) => {
    const release = slots.claim(request.ip ?? 'unknown');
    if (release) response.once('close', release);
    next(release ? undefined : tooManyRequests(RETRY_AFTER_SECONDS));
  };
}
