import { missingResource } from './errors.js';
import { toListObject, readPage, type Route } from './route.js';

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    keys: 'secret',
    run: ({ params, work }) => {
      const type = params.text('type');
      const types = params.list('types');
      const page = work.store.events.page(
        readPage(params),
        type === undefined ? undefined : `type:${type}`,
        (event) => types.length === 0 || types.includes(event.type),
      );
      return toListObject('/v1/events', page);
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    keys: 'secret',
    run: ({ id, work }) => {
      const event = work.store.events.get(id);
      if (!event) throw missingResource('event', id, 'id');
      return event;
    },
  },
];

export const chargeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    keys: 'secret',
    run: ({ params, work }) => {
      const intent = params.text('payment_intent');
      const customer = params.text('customer');
      const key =
        intent !== undefined
          ? `payment_intent:${intent}`
          : customer !== undefined
            ? `customer:${customer}`
            : undefined;
      return toListObject('/v1/charges', work.store.charges.page(readPage(params), key));
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    keys: 'secret',
    run: ({ id, work }) => {
      const charge = work.store.charges.get(id);
      if (!charge) throw missingResource('charge', id, 'id');
      return charge;
    },
  },
];
