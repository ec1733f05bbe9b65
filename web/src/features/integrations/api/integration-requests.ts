import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';
import { useMutation } from '@tanstack/react-query';
import { callRoute, getWaitMessage, hasCode } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';

/** Always stale, because our team changes the status of requests. */
export const integrationRequestsQuery = { ...routeQuery('listIntegrationRequests'), staleTime: 0 };

export const useRequestIntegration = () =>
  useMutation({
    mutationFn: (integrationType: IntegrationType) =>
      callRoute('requestIntegration', { body: { integrationType } }),
    // Also on failure: it may have been requested in another window.
    onSettled: useRefresh('listIntegrationRequests'),
    meta: {
      success: (_answer: unknown, type: IntegrationType) => ({
        title: 'Request submitted',
        description: `Your ${type.toUpperCase()} integration request has been sent. We'll contact you shortly.`,
      }),
      failure: (error) =>
        // In another window.
        hasCode(error, 'INTEGRATION_ALREADY_REQUESTED')
          ? { title: 'Request received' }
          : getWaitMessage(error, 'Failed to submit integration request. Please try again.'),
    },
  });
