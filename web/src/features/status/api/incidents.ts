import type { IncidentStatus, StatusComponent } from '@desk/contracts/status/status.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';

export const incidentsQuery = { ...routeQuery('listIncidents'), refetchOnMount: 'always' as const };

interface Update {
  readonly status: IncidentStatus;
  readonly text: string;
}
export interface NewIncident extends Update {
  readonly title: string;
  readonly components: StatusComponent[];
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: incidentsQuery.queryKey });
}

export function useCreateIncident() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: NewIncident) => callRoute('createIncident', { body }),
    onSettled,
  });
}

export function useUpdateIncident(incidentId: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: Update) => callRoute('updateIncident', { params: { incidentId }, body }),
    onSettled,
  });
}
