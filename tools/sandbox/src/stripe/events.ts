import { getRoute, listRoute, readPage, type Route, toListObject } from './route.js';

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
  getRoute('/v1/events/:id', 'event', ({ events }) => events),
];

export const chargeRoutes: readonly Route[] = [
  listRoute('/v1/charges', ({ charges }) => charges, ['payment_intent', 'customer']),
  getRoute('/v1/charges/:id', 'charge', ({ charges }) => charges),
];
