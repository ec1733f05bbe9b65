import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callRoute, hasCode, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { storeDisposition } from './store-disposition';
import { type ChosenStatuses, StatusSaves } from './status-saves';

/** Saves statuses that are chosen in the list, and shows why one could not be saved. */
export function useStatusSaves() {
  const queryClient = useQueryClient();
  const refreshList = useBackgroundRefresh('listLeads');
  const { mutateAsync } = useMutation({
    mutationFn: ({ leadId, ...body }: RouteBody<'updateDisposition'> & { readonly leadId: string }) =>
      callRoute('updateDisposition', { params: { leadId }, body }),
    onSuccess: (saved, { leadId }) => storeDisposition(queryClient, leadId, saved),
    onError: (error) => {
      // The list shows an older version than the server has.
      if (hasCode(error, 'LEAD_CHANGED', 'LEAD_ALREADY_REFUNDED', 'LEAD_NOT_FOUND')) refreshList();
    },
    meta: { failure: UNREACHABLE },
  });
  const [chosen, setChosen] = useState<ChosenStatuses>(new Map());
  const [saves] = useState(() => new StatusSaves(mutateAsync, setChosen));
  return { chosen, choose: saves.choose.bind(saves) };
}
