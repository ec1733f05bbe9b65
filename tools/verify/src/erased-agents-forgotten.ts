import { type Invariant, WAITS_FOR_ATTEMPT } from './invariant.js';

const select = (
  condition = '',
): string => `WITH erased AS (SELECT id FROM accounts.users u WHERE erased_at IS NOT NULL${condition})
        SELECT u.id AS "user", 'account' AS place FROM accounts.users u JOIN erased USING (id)
         WHERE u.email <> 'removed-' || u.id || '@erased.invalid' OR u.first_name <> 'Removed' OR u.phone <> ''
            OR num_nonnulls(u.company_name, u.stripe_payment_method_id) > 0 OR u.disabled_at IS NULL
        UNION ALL SELECT user_id, 'session' FROM accounts.sessions JOIN erased ON erased.id = user_id
        UNION ALL SELECT user_id, 'passkey' FROM accounts.passkeys JOIN erased ON erased.id = user_id
        UNION ALL SELECT user_id, 'email change' FROM accounts.email_changes JOIN erased ON erased.id = user_id
        UNION ALL SELECT user_id, 'email confirmation' FROM accounts.email_confirmations JOIN erased ON erased.id = user_id
        UNION ALL SELECT user_id, 'sign-up' FROM accounts.sign_up_drafts JOIN erased ON erased.id = user_id
                   WHERE num_nonnulls(email, first_name, last_name, phone, company_name, delivery_other) > 0
        UNION ALL SELECT user_id, 'audit log' FROM accounts.audit_events JOIN erased ON erased.id = user_id
                   WHERE num_nonnulls(address, user_agent, old_value, new_value) > 0
        UNION ALL SELECT erased.id, 'buyer' FROM erased LEFT JOIN leads.buyers b USING (id)
                   WHERE b.erased_at IS NULL OR b.closed_at IS NULL OR b.is_eligible
        UNION ALL SELECT b.id, 'offer' FROM leads.buyers b JOIN erased USING (id)
                    JOIN leads.lead_offers o ON o.buyer_id = b.id WHERE o.reserved_at > b.erased_at
        UNION ALL SELECT buyer_id, 'notes or plans' FROM leads.sold_leads JOIN erased ON erased.id = buyer_id
                   WHERE notes <> '' OR num_nonnulls(remind_at, appointment_at, commission_cents) > 0
        UNION ALL SELECT buyer_id, 'saved view' FROM leads.lead_views JOIN erased ON erased.id = buyer_id
        UNION ALL SELECT buyer_id, 'problem report' FROM leads.problem_reports JOIN erased ON erased.id = buyer_id
                   WHERE details <> ''
        UNION ALL SELECT erased.id, 'card' FROM erased LEFT JOIN billing.customers c ON c.buyer_id = erased.id
                   WHERE c.forgotten_at IS NULL
                      OR num_nonnulls(c.stripe_payment_method_id, c.card_brand, c.card_last4, c.card_exp_month) > 0
        UNION ALL SELECT erased.id, 'channel' FROM erased LEFT JOIN notifications.channels c ON c.buyer_id = erased.id
                   WHERE c.erased_at IS NULL OR c.address <> 'Removed' OR c.first_name <> 'Removed'
        UNION ALL SELECT buyer_id, 'delivery' FROM notifications.deliveries JOIN erased ON erased.id = buyer_id
                   WHERE address <> 'Removed' OR content_removed_at IS NULL
        UNION ALL SELECT user_id, 'phone consent' FROM notifications.phone_consents JOIN erased ON erased.id = user_id
                   WHERE phone <> 'Removed' OR network <> 'Removed'
        UNION ALL SELECT user_id, 'phone code' FROM notifications.phone_codes JOIN erased ON erased.id = user_id
        UNION ALL SELECT user_id, 'account mail' FROM notifications.account_mails JOIN erased ON erased.id = user_id
        UNION ALL SELECT user_id, 'browser' FROM notifications.push_subscriptions JOIN erased ON erased.id = user_id`;

export const erasedAgentsForgotten: Invariant = {
  name: 'erased-agents-forgotten',
  description: 'an erased agent gets no offer, and nothing readable about the agent is left anywhere',
  sql: select(),
  // A paid lead is still delivered to an erased agent, so the address stays until the delivery ends.
  sqlAcceptingWaiting: select(
    ` AND NOT EXISTS (SELECT 1 FROM notifications.deliveries d WHERE d.buyer_id = u.id AND ${WAITS_FOR_ATTEMPT})`,
  ),
};
