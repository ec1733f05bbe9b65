import type { FailedDeliveries } from '@desk/contracts/notifications/notifications.http';
import type { Delivery } from '@desk/contracts/notifications/notifications.schemas';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { listOptions, withQuery } from './list-options';

const PATH = '/api/admin/deliveries';

export const failedDeliveriesQuery = (after: string | null) =>
  queryOptions({
    queryKey: [PATH, { after }],
    queryFn: () => api<FailedDeliveries>('GET', withQuery(`${PATH}/failed`, { after })),
    ...listOptions,
  });

const resend = (deliveryId: string): Promise<Delivery> => api('POST', `${PATH}/${deliveryId}/resend`);

export const useResendDelivery = () => useMutation({ mutationFn: resend });
