import { INGEST_PATH } from './funnels.values.js';
import { leadTypes, purchaseTimelines } from './leads.values.js';

/** A lead that passes every check. The 555 exchange and example.com reach nobody. */
export const exampleLead = {
  first_name: 'Margaret',
  last_name: 'Ellison',
  email: 'margaret.ellison@example.com',
  phone: '(512) 555-0142',
  state: 'TX',
  zip: '78701',
  age: 64,
  estimated_assets: '$250K-$500K',
  purchase_timeline: '0-3 months',
  lead_type: 'Indexed',
  tcpa_text: 'I agree that a licensed agent may call me about annuities.',
  consent_at: '2026-01-05T14:02:41Z',
  ip_address: '203.0.113.7',
  landing_page_url: 'https://www.example.com/annuity-quote',
  trustedform_cert_url: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
  reference: 'click-7',
} as const;

export interface IngestExample {
  readonly language: 'curl' | 'JavaScript' | 'PHP' | 'Python';
  /** The language of a code block in Markdown. */
  readonly syntax: string;
  /** How to run it, with FILE for the file's name. */
  readonly run: readonly [command: string, ...args: string[]];
  readonly code: string;
}

/** Complete programs that post `exampleLead`. `key` is the masked key or a placeholder. */
export function ingestExamples(baseUrl: string, key: string): readonly IngestExample[] {
  const url = `${baseUrl}${INGEST_PATH}`;
  const json = JSON.stringify(exampleLead, null, 2);
  const entries = Object.entries(exampleLead);
  const php = entries.map(
    ([name, value]) => `    '${name}' => ${typeof value === 'number' ? value : `'${value}'`},`,
  );
  const python = entries.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return [
    {
      language: 'curl',
      syntax: 'sh',
      run: ['sh', 'FILE'],
      code: `curl --silent --show-error --write-out '\\n%{http_code}\\n' '${url}' \\
  -H 'X-Funnel-Key: ${key}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: lead-7' \\
  -d '${json}'
`,
    },
    {
      language: 'JavaScript',
      syntax: 'js',
      run: ['node', 'FILE'],
      code: `const lead = ${json};

const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    'X-Funnel-Key': '${key}',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'lead-7',
  },
  body: JSON.stringify(lead),
});
console.log(await response.text());
console.log(response.status);
`,
    },
    {
      language: 'PHP',
      syntax: 'php',
      run: ['php', 'FILE'],
      code: `<?php
$lead = [
${php.join('\n')}
];

$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'X-Funnel-Key: ${key}',
        'Content-Type: application/json',
        'Idempotency-Key: lead-7',
    ],
    'content' => json_encode($lead),
    'ignore_errors' => true,
]]);
$response = fopen('${url}', 'r', false, $context);
echo stream_get_contents($response), "\\n";
echo explode(' ', stream_get_meta_data($response)['wrapper_data'][0])[1], "\\n";
`,
    },
    {
      language: 'Python',
      syntax: 'python',
      run: ['python3', 'FILE'],
      code: `import json
import urllib.error
import urllib.request

lead = {
${python.join('\n')}
}

request = urllib.request.Request(
    "${url}",
    data=json.dumps(lead).encode(),
    headers={
        "X-Funnel-Key": "${key}",
        "Content-Type": "application/json",
        "Idempotency-Key": "lead-7",
    },
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
print(response.read().decode())
print(response.status)
`,
    },
  ];
}

/** A complete web page that posts what a visitor entered. Its key is public. */
export const formExample = (baseUrl: string, key: string): string => `<form id="lead">
  <p><label>First name <input name="first_name" required></label></p>
  <p><label>Last name <input name="last_name" required></label></p>
  <p><label>Email <input name="email" type="email" required></label></p>
  <p><label>Phone <input name="phone" type="tel" required></label></p>
  <p><label>State <input name="state" required></label></p>
  <p><label>ZIP code <input name="zip" required></label></p>
  <p><label>Age <input name="age" inputmode="numeric" required></label></p>
  <p><label>Savings to invest <input name="estimated_assets" required></label></p>
  <p><label>When? <select name="purchase_timeline">
${purchaseTimelines.map((value) => `    <option>${value}</option>\n`).join('')}  </select></label></p>
  <p><label>Annuity type <select name="lead_type">
${leadTypes.map((value) => `    <option>${value}</option>\n`).join('')}  </select></label></p>
  <p><label><input type="checkbox" name="tcpa_text" required
    value="${exampleLead.tcpa_text}"> ${exampleLead.tcpa_text}</label></p>
  <button>Send</button>
  <p role="status"></p>
</form>
<script>
  const form = document.getElementById('lead');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const lead = Object.fromEntries(new FormData(form));
    lead.consent_at = new Date().toISOString();
    lead.landing_page_url = location.href;
    const status = form.querySelector('[role=status]');
    try {
      const response = await fetch('${baseUrl}${INGEST_PATH}', {
        method: 'POST',
        headers: { 'X-Funnel-Key': '${key}', 'Content-Type': 'application/json' },
        body: JSON.stringify(lead),
      });
      const { detail, errors = [] } = await response.json();
      const messages = errors.map((error) => error.message).join(' ');
      status.textContent = response.ok ? 'Thank you.' : messages || detail;
    } catch {
      status.textContent = 'This was not sent. Please try again.';
    }
  });
</script>
`;
