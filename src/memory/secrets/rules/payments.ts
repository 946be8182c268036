import { looksRandom } from '../looks-random.js'
import { named, provider, type Rule, rule, token, uuid, wordToken } from '../rule.js'
import { gitleaks, kingfisher, noted } from './sources.js'

/** Keys of payments, shops, shipping, banks and exchanges. */
export const paymentRules: readonly Rule[] = [
  // Clerk, RevenueCat and Paystack use the same prefixes.
  provider(
    'Stripe',
    'https://docs.stripe.com/keys',
    noted,
    token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_'], '[A-Za-z0-9]{16,}'),
    token('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{24,}'),
  ),
  provider(
    'Square',
    'https://developer.squareup.com/docs/build-basics/access-tokens',
    noted,
    token('square-token', ['sq0atp-', 'sq0csp-'], '[\\w-]{22,}'),
    wordToken('square-token', 'EAAA', '[\\w-]{56,64}', looksRandom),
  ),
  provider(
    'Shopify',
    'https://shopify.dev/docs/apps/build/authentication-authorization',
    noted,
    token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_', 'shptka_'], '[0-9A-Fa-f]{32,}'),
  ),
  provider(
    'Braintree',
    'https://developer.paypal.com/braintree/docs/guides/authorization',
    noted,
    token('braintree-token', ['access_token$production$', 'access_token$sandbox$'], '[0-9a-z]{16}\\$[0-9a-f]{32}'),
  ),
  provider('PayPal', ...kingfisher, named('paypal-secret', 'paypal', '[A-Za-z0-9_-]{60,80}')),
  provider(
    'Adyen',
    'https://docs.adyen.com/development-resources/api-credentials',
    noted,
    wordToken('adyen-key', ['AQE', 'AQF'], '[A-Za-z0-9+/]{30,200}\\*-?[\\w+/=-]{20,}(?:-[^\\s"\']{10,60})?'),
  ),
  provider(
    'Mollie',
    'https://docs.mollie.com/reference/authentication',
    noted,
    rule('mollie-key', ['live_', 'test_'], '(?<![\\w-])(?:live|test)_[A-Za-z0-9]{30,35}(?!\\w)', looksRandom),
  ),
  provider(
    'GoCardless',
    ...gitleaks,
    rule('gocardless-token', ['live_', 'sandbox_'], '(?<![\\w-])(?:live|sandbox)_[\\w=-]{40}(?![\\w-])', looksRandom),
  ),
  provider(
    'Razorpay',
    'https://razorpay.com/docs/api/authentication',
    noted,
    wordToken('razorpay-key', ['rzp_live_', 'rzp_test_'], '[A-Za-z0-9]{14,24}'),
  ),
  provider(
    'Flutterwave',
    ...gitleaks,
    token('flutterwave-key', ['FLWSECK_TEST-', 'FLWSECK-'], '[0-9a-z]{12,32}(?:-X)?'),
  ),
  provider('Pagar.me', ...kingfisher, wordToken('pagarme-key', ['ak_live_', 'ak_test_'], '[A-Za-z0-9]{30}')),
  provider(
    'Paddle',
    'https://developer.paddle.com/api-reference/about/api-keys',
    noted,
    token('paddle-key', ['pdl_live_apikey_', 'pdl_sdbx_apikey_', 'pdl_ntfset_'], '[A-Za-z0-9_/+]{30,}'),
  ),
  provider(
    'Plaid',
    ...gitleaks,
    wordToken('plaid-token', ['access-sandbox-', 'access-development-', 'access-production-'], uuid),
    named('plaid-secret', 'plaid', '[0-9a-f]{30}'),
  ),
  provider('Wise', ...kingfisher, named('wise-token', ['transferwise', 'wise_'], uuid)),
  provider('Coinbase', ...gitleaks, named('coinbase-key', 'coinbase', '[\\w-]{64}|[A-Za-z0-9]{32}')),
  provider(
    'Binance',
    'https://developers.binance.com/docs/binance-spot-api-docs',
    noted,
    named('binance-key', 'binance', '[A-Za-z0-9]{64}'),
  ),
  provider('Kraken', ...gitleaks, named('kraken-secret', 'kraken', '[A-Za-z0-9/=_+-]{80,90}')),
  provider('KuCoin', ...gitleaks, named('kucoin-secret', 'kucoin', `${uuid}|[0-9a-f]{24}`)),
  provider('Infura', ...kingfisher, named('infura-key', 'infura', '[0-9a-f]{32}')),
  provider('Alchemy', ...kingfisher, named('alchemy-key', 'alchemy', '[\\w-]{32}')),
  provider('Etherscan', ...kingfisher, named('etherscan-key', ['etherscan', 'bscscan', 'polygonscan'], '[A-Z0-9]{34}')),
  provider('Shippo', ...gitleaks, wordToken('shippo-token', ['shippo_live_', 'shippo_test_'], '[0-9a-fA-F]{40}')),
  provider('EasyPost', ...gitleaks, wordToken('easypost-key', ['EZAK', 'EZTK'], '[A-Za-z0-9]{54}')),
  provider('Lob', ...gitleaks, named('lob-key', 'lob_', '(?:live|test)_[0-9a-f]{35}')),
  provider('Duffel', ...gitleaks, wordToken('duffel-token', ['duffel_live_', 'duffel_test_'], '[\\w=-]{43}')),
  provider('Flexport', ...kingfisher, wordToken('flexport-token', 'shltm_', '[\\w-]{40}')),
  provider('Etsy', ...gitleaks, named('etsy-key', 'etsy', '[a-z0-9]{24}')),
  provider('Finnhub', ...gitleaks, named('finnhub-key', 'finnhub', '[a-z0-9]{20}')),
].flat()
