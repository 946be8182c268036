import { looksRandom } from '../looks-random.js'
import { followedBy, named, provider, type Rule, rule, token, uuid, wordToken } from '../rule.js'
import { gitleaks, kingfisher, noted } from './sources.js'

/** The first part of a Discord token is the bot's id, a number in base64: three digits of it are four characters. */
const discordStarts = Array.from({ length: 900 }, (_, number) => btoa(String(100 + number)))

/** Keys of chat, mail, telephony and social networks, and addresses that anybody may post to. */
export const messagingRules: readonly Rule[] = [
  provider(
    'Slack',
    'https://docs.slack.dev/authentication/tokens',
    noted,
    token(
      'slack-token',
      ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
      '[\\w.%-]{10,}',
    ),
    token('slack-token', 'xapp-', '[\\w-]{20,}'),
    // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    rule(
      'slack-webhook',
      ['hooks.slack.com/'],
      '(?<head>hooks\\.slack\\.com/)(?:services|workflows|triggers)/[\\w/-]{30,}',
    ),
  ),
  provider(
    'Discord',
    'https://docs.discord.com/developers/reference#authentication',
    noted,
    rule('discord-token', discordStarts, '(?<![\\w/+-])[MNO][\\w-]{23,30}\\.[\\w-]{6}\\.[\\w-]{27,45}(?!\\w)'),
    // https://docs.discord.com/developers/resources/webhook
    rule(
      'discord-webhook',
      ['/api/webhooks/'],
      '(?<=discord(?:app)?\\.com)(?<head>/api/webhooks/\\d{10,22}/)[\\w-]{40,}',
    ),
  ),
  // The bot's id, a colon, 35 characters.
  provider(
    'Telegram',
    'https://core.telegram.org/bots/api#authorizing-your-bot',
    noted,
    rule('telegram-token', [':AA'], '(?<=(?<!\\d)(?<lead>\\d{8,10})):AA[\\w-]{32,34}(?![\\w-])'),
  ),
  provider(
    'Microsoft Teams',
    ...gitleaks,
    rule(
      'teams-webhook',
      ['.webhook.office.com/'],
      '(?<head>\\.webhook\\.office\\.com/webhookb2/)[\\w@-]{60,90}/IncomingWebhook/[\\w/-]{40,120}',
    ),
  ),
  provider(
    'Google Chat',
    'https://developers.google.com/workspace/chat/quickstart/webhooks',
    noted,
    rule(
      'google-chat-webhook',
      ['chat.googleapis.com/'],
      '(?<head>chat\\.googleapis\\.com/v1/spaces/[\\w-]{4,40}/messages\\?)key=[\\w-]{20,60}&token=[\\w%-]{20,100}',
    ),
  ),
  provider(
    'Feishu, Lark',
    'https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot',
    noted,
    rule('lark-webhook', ['/open-apis/bot/v2/hook/'], `(?<head>/open-apis/bot/v2/hook/)${uuid}`),
  ),
  provider(
    'DingTalk',
    'https://open.dingtalk.com/document/robots/custom-robot-access',
    noted,
    rule(
      'dingtalk-webhook',
      ['oapi.dingtalk.com/robot/'],
      '(?<head>oapi\\.dingtalk\\.com/robot/send\\?access_token=)[0-9a-f]{64}',
    ),
  ),
  provider(
    'WeCom',
    'https://developer.work.weixin.qq.com/document/path/91770',
    noted,
    rule(
      'wecom-webhook',
      ['qyapi.weixin.qq.com/'],
      `(?<head>qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=)${uuid}`,
    ),
  ),
  provider(
    'Zapier',
    ...kingfisher,
    rule(
      'zapier-webhook',
      ['hooks.zapier.com/'],
      '(?<head>hooks\\.zapier\\.com/hooks/catch/)\\d{4,10}/[A-Za-z0-9]{5,20}',
    ),
  ),
  provider(
    'Make',
    'https://help.make.com/webhooks',
    noted,
    rule('make-webhook', ['.make.com/'], '(?<=hook\\.[a-z]{2}\\d)(?<head>\\.make\\.com/)[a-z0-9]{32}'),
  ),
  provider(
    'IFTTT',
    'https://ifttt.com/maker_webhooks',
    noted,
    rule(
      'ifttt-key',
      ['maker.ifttt.com/'],
      '(?<head>maker\\.ifttt\\.com/trigger/[\\w-]{1,60}(?:/json)?/with/key/)[\\w-]{20,50}',
    ),
  ),
  provider('Mattermost', ...gitleaks, named('mattermost-token', 'mattermost', '[a-z0-9]{26}')),
  provider(
    'Twilio',
    'https://www.twilio.com/docs/iam/api-keys',
    noted,
    wordToken('twilio-key', followedBy('SK', '0123456789abcdef'), '[0-9a-f]{31}'),
    named('twilio-token', 'twilio', '[0-9a-f]{32}'),
  ),
  provider(
    'SendGrid',
    'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    noted,
    token('sendgrid-key', 'SG.', '[\\w-]{16,32}\\.[\\w-]{30,60}'),
  ),
  provider(
    'Mailgun',
    'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt',
    noted,
    wordToken('mailgun-key', 'key-', '[0-9a-f]{32}'),
    named('mailgun-key', 'mailgun', '[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}'),
  ),
  // The end names the data centre.
  provider(
    'Mailchimp',
    'https://mailchimp.com/developer/marketing/guides/quick-start',
    noted,
    rule('mailchimp-key', ['-us'], '(?<=(?<![0-9a-f])(?<lead>[0-9a-f]{32}))-us\\d{1,2}(?!\\w)'),
  ),
  provider(
    'Mailchimp Transactional',
    'https://mailchimp.com/developer/transactional/guides/quick-start',
    noted,
    wordToken('mandrill-key', 'md-', '[\\w-]{22}', looksRandom),
  ),
  provider('Brevo', ...gitleaks, wordToken('brevo-key', ['xkeysib-', 'xsmtpsib-'], '[0-9a-f]{64}-[A-Za-z0-9]{16}')),
  provider(
    'Resend',
    'https://resend.com/docs/api-reference/introduction',
    noted,
    wordToken('resend-key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
  ),
  provider(
    'Postmark',
    'https://postmarkapp.com/developer/api/overview',
    noted,
    named('postmark-token', 'postmark', uuid),
  ),
  provider('Mailjet', ...kingfisher, named('mailjet-key', ['mailjet', 'mj_apikey'], '[0-9a-f]{32}')),
  provider('SparkPost', ...kingfisher, named('sparkpost-key', 'sparkpost', '[0-9a-f]{40}')),
  provider(
    'MailerSend',
    'https://developers.mailersend.com/general.html',
    noted,
    wordToken('mailersend-token', 'mlsn.', '[0-9a-f]{64}'),
  ),
  provider(
    'Customer.io',
    'https://customer.io/docs/accounts-and-workspaces/managing-credentials',
    noted,
    named('customerio-key', ['customerio', 'customer_io'], '[0-9a-f]{20,32}'),
  ),
  provider('Klaviyo', ...kingfisher, wordToken('klaviyo-key', 'pk_', '[0-9a-f]{34}')),
  provider('MessageBird', ...gitleaks, named('messagebird-key', ['messagebird', 'message_bird'], '[A-Za-z0-9]{25}')),
  provider('Telnyx', ...kingfisher, wordToken('telnyx-key', 'KEY0', '[0-9A-Za-z_-]{50,56}', looksRandom)),
  provider(
    'Vonage',
    'https://developer.vonage.com/en/account/secret-management',
    noted,
    named('vonage-secret', ['vonage', 'nexmo'], '[A-Za-z0-9]{16}'),
  ),
  provider(
    'Plivo',
    'https://www.plivo.com/docs/account/api/request',
    noted,
    named('plivo-token', 'plivo', '[A-Za-z0-9]{40}'),
  ),
  provider(
    'OneSignal',
    'https://documentation.onesignal.com/docs/keys-and-ids',
    noted,
    wordToken('onesignal-key', ['os_v2_app_', 'os_v2_org_'], '[a-z2-7]{60,120}'),
    named('onesignal-key', 'onesignal', `${uuid}|[A-Za-z0-9]{48}`),
  ),
  provider('Pushover', 'https://pushover.net/api', noted, named('pushover-token', 'pushover', '[a-z0-9]{30}')),
  provider(
    'ntfy',
    'https://docs.ntfy.sh/config/#access-tokens',
    noted,
    wordToken('ntfy-token', 'tk_', '[a-z0-9]{29}', looksRandom),
  ),
  provider(
    'Ably',
    'https://ably.com/docs/auth/basic',
    noted,
    named('ably-key', 'ably', '[\\w-]{6}\\.[\\w-]{6}:[\\w-]{20,50}'),
  ),
  provider(
    'PubNub',
    'https://www.pubnub.com/docs/general/setup/account-setup',
    noted,
    wordToken('pubnub-secret', 'sec-c-', '[A-Za-z0-9+/]{40,60}={0,2}'),
  ),
  provider('Sendbird', ...gitleaks, named('sendbird-token', 'sendbird', '[0-9a-f]{40}')),
  provider('LINE', ...kingfisher, named('line-token', 'line_', '[A-Za-z0-9+/]{170,172}={0,2}')),
  provider(
    'Facebook',
    'https://developers.facebook.com/docs/facebook-login/guides/access-tokens',
    noted,
    wordToken('facebook-token', 'EAA', '[A-Za-z0-9]{100,}'),
    named('facebook-secret', ['facebook', 'fb_app'], '[0-9a-f]{32}'),
  ),
  provider(
    'X (Twitter)',
    ...gitleaks,
    wordToken('twitter-token', 'AAAAAAAAAAAAAAAAAAAAA', '[A-Za-z0-9%]{60,110}'),
    named('twitter-secret', 'twitter', '[A-Za-z0-9]{45,50}|\\d{15,25}-[A-Za-z0-9]{20,40}'),
  ),
  provider(
    'LinkedIn',
    ...gitleaks,
    wordToken('linkedin-secret', 'WPL_AP1.', '[\\w.+/=-]{16,40}'),
    named('linkedin-secret', ['linkedin', 'linked_in'], '[A-Za-z0-9]{16}'),
  ),
  provider(
    'Twitch',
    ...gitleaks,
    named('twitch-token', 'twitch', '[a-z0-9]{30}'),
    wordToken('twitch-chat-token', 'oauth:', '[a-z0-9]{30}'),
  ),
  provider(
    'VK',
    'https://dev.vk.com/en/api/access-token/getting-started',
    noted,
    wordToken('vk-token', 'vk1.a.', '[\\w-]{80,300}'),
  ),
  provider(
    'Zoom',
    'https://developers.zoom.us/docs/internal-apps/s2s-oauth',
    noted,
    named('zoom-secret', 'zoom', '[A-Za-z0-9]{32}'),
  ),
].flat()
