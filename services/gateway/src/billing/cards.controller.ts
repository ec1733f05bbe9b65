import { changeCard, createCardAuthentication, createCardSetup, getCard, retryCard } from '@desk/contracts';
import { done, forward, forwardRoutes, ofUser } from '../http/forward-routes.js';

export const CardRoutes = forwardRoutes([
  forward('getCard', getCard, ({ user }) => ({ buyerId: user.id })),
  forward(
    'createCardSetup',
    createCardSetup,
    ({ body, user }) => ({ ...body, buyerId: user.id, email: user.email }),
    ({ clientSecret }) => ({ clientSecret }),
  ),
  forward('retryCard', retryCard, ({ user }) => ({ buyerId: user.id }), done),
  forward('createCardAuthentication', createCardAuthentication, ({ body, user }) => ({
    ...body,
    buyerId: user.id,
  })),
  forward('replaceCard', changeCard, ofUser, done),
]);
