import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Page } from '@/components/page/page';
import { ButtonLink } from '@/components/ui/button';
import { Loading } from '@/components/ui/loading';
import { Notice } from '@/components/ui/notice';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { readSlackAnswer } from '../../lib/slack-answer';

/** Slack sends the browser back here. Completes the set-up at once: Slack's code expires in minutes. */
function SlackReturn() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { mutate, error } = useRouteMutation('completeSlackSetUp', {
    onSuccess: useBackgroundRefresh('listChannels'),
    success: {
      title: channelFacts.slack.label,
      description: 'Connected. The next leads arrive there too.',
    },
  });
  const answer = readSlackAnswer(query);
  const isSent = useRef(false);
  useEffect(() => {
    if (answer.kind !== 'allowed' || isSent.current) return;
    isSent.current = true;
    mutate(
      { code: answer.code, state: answer.state },
      { onSuccess: () => void navigate('/integrations', { replace: true }) },
    );
  }, [answer, mutate, navigate]);
  if (answer.kind === 'allowed' && error === null) return <Loading label="Connecting Slack..." />;
  return (
    <div className="grid max-w-prose gap-5">
      {answer.kind === 'refused' ? (
        <Notice tone="money" title="Slack is not connected">
          You did not allow it in Slack, so nothing was changed.
        </Notice>
      ) : (
        <Notice tone="danger" title="Slack is not connected">
          {answer.kind === 'allowed'
            ? getErrorMessage(error, UNREACHABLE)
            : 'This page is part of connecting Slack. Please start on the Integrations page.'}
        </Notice>
      )}
      <ButtonLink to="/integrations" className="justify-self-start">
        Back to Integrations
      </ButtonLink>
    </div>
  );
}

export const Component = () => (
  <Page>
    <SlackReturn />
  </Page>
);
