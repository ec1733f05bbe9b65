import type { Incident } from '@desk/contracts/status/status.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';

export const incidentsQuery = { ...routeQuery('listIncidents'), refetchOnMount: 'always' as const };

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: incidentsQuery.queryKey });
}

export function useCreateIncident() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: RouteBody<'createIncident'>) => callRoute('createIncident', { body }),
    onSettled,
    meta: {
      success: (_answer: unknown, { title }: RouteBody<'createIncident'>) => ({
        title: 'Incident published',
        description: title,
      }),
    },
  });
}

export function useUpdateIncident({ id, title }: Incident) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: RouteBody<'updateIncident'>) =>
      callRoute('updateIncident', { params: { incidentId: id }, body }),
    onSettled,
    meta: { success: { title: 'Update published', description: title } },
  });
}
