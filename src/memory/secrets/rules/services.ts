import { type Rule, rule, token, wordToken } from '../rule.js'

/** Keys of services for messaging, payments and language models, recognised by their format. */
export const serviceRules: readonly Rule[] = [
  // https://docs.slack.dev/authentication/tokens; https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  token(
    'slack-token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
    '[\\w.%-]{10,}',
  ),
  token('slack-token', 'xapp-', '[\\w-]{20,}'),
  rule(
    'slack-webhook',
    ['hooks.slack.com/'],
    '(?<head>hooks\\.slack\\.com/)(?:services|workflows|triggers)/[\\w/-]{30,}',
  ),
  // The first part is the bot's id, a number in base64: https://docs.discord.com/developers/reference#authentication
  wordToken(
    'discord-token',
    ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    '[\\w-]{21,28}\\.[\\w-]{6}\\.[\\w-]{27,45}',
  ),
  // https://docs.discord.com/developers/resources/webhook
  rule(
    'discord-webhook',
    ['/api/webhooks/'],
    '(?<=discord(?:app)?\\.com)(?<head>/api/webhooks/\\d{10,22}/)[\\w-]{40,}',
  ),
  // The bot's id, a colon, 35 characters: https://core.telegram.org/bots/api#authorizing-your-bot
  rule('telegram-token', [':AA'], '(?<=(?<!\\d)(?<lead>\\d{8,10})):AA[\\w-]{32,34}(?![\\w-])'),
  // https://docs.stripe.com/keys; https://docs.stripe.com/webhooks/signature
  token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,}'),
  token('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{24,}'),
  // https://developer.squareup.com/docs/build-basics/access-tokens
  token('square-token', ['sq0atp-', 'sq0csp-'], '[\\w-]{22,}'),
  // https://shopify.dev/docs/apps/build/authentication-authorization
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'], '[0-9A-Fa-f]{32,}'),
  // https://www.twilio.com/docs/iam/api-keys
  wordToken('twilio-key', 'SK', '[0-9a-f]{32}'),
  // https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  token('sendgrid-key', 'SG.', '[\\w-]{16,32}\\.[\\w-]{30,60}'),
  // https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt
  wordToken('mailgun-key', 'key-', '[0-9a-f]{32}'),
  // https://mailchimp.com/developer/marketing/guides/quick-start: the end names the data centre
  rule('mailchimp-key', ['-us'], '(?<=(?<![0-9a-f])(?<lead>[0-9a-f]{32}))-us\\d{1,2}(?!\\w)'),
  // https://developers.notion.com/docs/authorization
  wordToken('notion-token', ['ntn_', 'secret_'], '[A-Za-z0-9]{43,}'),
  // https://airtable.com/developers/web/guides/personal-access-tokens
  wordToken('airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  // https://developers.facebook.com/docs/facebook-login/guides/access-tokens
  wordToken('facebook-token', 'EAA', '[A-Za-z0-9]{100,}'),
  // https://docs.mapbox.com/help/dive-deeper/access-tokens: those that begin with "sk" are secret
  wordToken('mapbox-token', 'sk.eyJ', '[\\w-]{20,}\\.[\\w-]{20,}'),
  // https://platform.claude.com/docs/en/api/overview
  token('anthropic-key', 'sk-ant-', '[\\w-]{24,}'),
  // https://platform.openai.com/docs/api-reference/authentication; https://openrouter.ai/docs/api-reference/authentication
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[\\w-]{24,}'),
  token('openrouter-key', 'sk-or-', '[\\w-]{32,}'),
  // Many providers of language models use this prefix.
  wordToken('openai-key', 'sk-', '[A-Za-z0-9]{32,}'),
  // https://huggingface.co/docs/hub/security-tokens
  wordToken('huggingface-token', 'hf_', '[A-Za-z0-9]{30,}'),
  // https://console.groq.com/docs/quickstart, https://docs.perplexity.ai, https://docs.x.ai, https://replicate.com/docs, https://docs.langchain.com/langsmith
  wordToken('groq-key', 'gsk_', '[A-Za-z0-9]{40,}'),
  token('perplexity-key', 'pplx-', '[A-Za-z0-9]{40,}'),
  wordToken('xai-key', 'xai-', '[A-Za-z0-9]{60,}'),
  wordToken('replicate-token', 'r8_', '[A-Za-z0-9]{36,}'),
  token('langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], '[\\w-]{32,}'),
]
