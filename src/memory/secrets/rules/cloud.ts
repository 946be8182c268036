import { assigned, quote } from '../assignment.js'
import { looksRandom } from '../looks-random.js'
import { caseInsensitiveRule, followedBy, named, provider, type Rule, rule, token, uuid, wordToken } from '../rule.js'
import { gitleaks, kingfisher, noted } from './sources.js'

const assignedOrSaid = `${assigned}${quote}?`
const wordCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~.-'

/** Keys of cloud providers, recognised by their format. */
export const cloudRules: readonly Rule[] = [
  provider(
    'AWS',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    noted,
    // Four letters for the type of key, then base32.
    wordToken('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z2-7]{16}'),
    // 40 characters of base64, recognised by their name only.
    caseInsensitiveRule(
      'aws-secret-access-key',
      ['aws_secret', 'secret_access_key', 'secretaccesskey', 'aws_session_token', 'aws secret'],
      `(?<head>(?:aws_secret_access_key|aws_secret_key|aws_secret|aws secret access key|aws secret key|secret_access_key|secretaccesskey|aws_session_token)(?:${assignedOrSaid}|[ \\t]+["']?))[A-Za-z0-9/+]{40,1200}={0,2}`,
      looksRandom,
    ),
    rule('aws-signature', ['X-Amz-Signature='], '(?<head>X-Amz-Signature=)[0-9a-f]{64}'),
  ),
  provider(
    'Amazon Bedrock',
    ...gitleaks,
    wordToken('bedrock-key', ['ABSK', 'bedrock-api-key-'], '[A-Za-z0-9+/]{60,300}={0,2}'),
  ),
  provider(
    'Amazon MWS',
    'https://docs.developer.amazonservices.com',
    noted,
    wordToken('amazon-mws-token', 'amzn.mws.', uuid),
  ),
  provider(
    'Login with Amazon',
    'https://developer.amazon.com/docs/login-with-amazon/security-profile.html',
    noted,
    wordToken('amazon-oauth-secret', 'amzn1.oa2-cs.v1.', '[0-9a-f]{64}'),
  ),
  provider(
    'Google',
    'https://cloud.google.com/docs/authentication/api-keys',
    noted,
    wordToken('google-api-key', 'AIza', '[\\w-]{35}'),
    // https://developers.google.com/identity/protocols/oauth2: client secrets, access and refresh tokens
    token('google-oauth-secret', 'GOCSPX-', '[\\w-]{20,}'),
    wordToken('google-oauth-token', 'ya29.', '[\\w-]{20,}'),
    wordToken('google-oauth-token', '1//0', '[\\w-]{30,}'),
  ),
  provider(
    'Firebase Cloud Messaging',
    'https://firebase.google.com/docs/cloud-messaging',
    noted,
    rule('firebase-server-key', [':APA91b'], '(?<=(?<![\\w-])(?<lead>[\\w-]{7,30})):APA91b[\\w-]{100,160}'),
  ),
  provider('Google reCAPTCHA', ...kingfisher, named('recaptcha-secret', 'recaptcha', '6l[c-f][\\w-]{37}')),
  provider(
    'Azure',
    'https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string',
    noted,
    // 64 bytes in base64.
    caseInsensitiveRule(
      'azure-account-key',
      ['accountkey', 'sharedaccesskey'],
      `(?<head>(?:AccountKey|SharedAccessKey)${assignedOrSaid})[A-Za-z0-9+/]{40,90}={0,2}`,
      looksRandom,
    ),
    // The signature of a shared access signature: https://learn.microsoft.com/azure/storage/common/storage-sas-overview
    rule('azure-sas', ['sig='], String.raw`(?<=[?&;\s"'])(?<head>sig=)(?:[A-Za-z0-9/+-]|_|%[0-9A-Fa-f]{2}){40,}={0,2}`),
    // Client secrets of Entra ID have "Q~" after three characters and a digit.
    rule(
      'azure-client-secret',
      followedBy('Q~', wordCharacters),
      String.raw`(?<=(?<![\w~.-])(?<lead>[\w~.-]{3}\d))Q~[\w~.-]{31,34}`,
    ),
    // Keys with a checksum: https://learn.microsoft.com/azure/storage/common/storage-account-keys-manage
    rule(
      'azure-key',
      ['AzFu', 'AzSe', 'AzCa', '+ASt', '+AMC', '+ARm', '+AIoT', 'APIM', 'ACDb', '+AEh', '+ASb'],
      String.raw`(?<=(?<![A-Za-z0-9+/])(?<lead>[A-Za-z0-9+/]{33,76}))(?:AzFu|AzSe|AzCa|\+ASt|\+AMC|\+ARm|\+AIoT|APIM|ACDb|\+AEh|\+ASb)[A-Za-z0-9+/]{4,8}={0,2}(?![A-Za-z0-9+/=])`,
    ),
  ),
  provider(
    'DigitalOcean',
    'https://docs.digitalocean.com/reference/api/create-personal-access-token',
    noted,
    token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{64}'),
  ),
  provider(
    'Cloudflare',
    'https://developers.cloudflare.com/fundamentals/api/get-started/token-formats',
    noted,
    wordToken('cloudflare-token', ['cfk_', 'cfut_', 'cfat_'], '[A-Za-z0-9_-]{40,}'),
    // Origin CA keys: https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys
    rule('cloudflare-origin-key', ['v1.0-'], 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,}'),
    // Tokens from before the prefix are recognised by the name of the variable.
    caseInsensitiveRule(
      'cloudflare-token',
      ['cloudflare', 'cf_api'],
      String.raw`(?<head>(?:cloudflare|cf_api)[\w. -]{0,20}${assignedOrSaid})[\w-]{37,45}(?![\w-])`,
      looksRandom,
    ),
  ),
  provider(
    'Alibaba Cloud',
    ...gitleaks,
    wordToken('alibaba-access-key-id', 'LTAI', '[A-Za-z0-9]{12,20}'),
    named('alibaba-secret', ['alibaba', 'aliyun'], '[A-Za-z0-9]{30}'),
  ),
  provider(
    'Tencent Cloud',
    'https://www.tencentcloud.com/document/product/598/32675',
    noted,
    wordToken('tencent-secret-id', 'AKID', '[A-Za-z0-9]{32}'),
    named('tencent-secret', 'tencent', '[A-Za-z0-9]{32}'),
  ),
  provider(
    'Baidu Cloud',
    'https://cloud.baidu.com/doc/WENXINWORKSHOP',
    noted,
    wordToken('baidu-key', 'bce-v3/', 'ALTAK-[A-Za-z0-9]{21}/[0-9a-f]{40}'),
  ),
  provider(
    'Yandex Cloud',
    ...gitleaks,
    wordToken('yandex-key', 'AQVN', '[\\w-]{35,38}'),
    wordToken('yandex-token', ['y0_', 't1.9eu'], '[\\w.-]{50,200}'),
    named('yandex-key', 'yandex', 'YC[\\w-]{38}'),
  ),
  provider('IBM Cloud', ...kingfisher, named('ibm-key', ['ibm', 'bluemix', 'watson'], '[\\w-]{42,44}')),
  provider(
    'Oracle Cloud',
    'https://docs.oracle.com/iaas/Content/API/Concepts/apisigningkey.htm',
    noted,
    named('oracle-secret', ['oci_', 'oracle'], '[A-Za-z0-9+/]{43}='),
  ),
  provider(
    'Linode',
    'https://techdocs.akamai.com/linode-api/reference/get-started',
    noted,
    named('linode-token', 'linode', '[0-9a-f]{64}'),
  ),
  provider(
    'Akamai',
    'https://techdocs.akamai.com/developer/docs/edgegrid',
    noted,
    wordToken('akamai-token', 'akab-', '[a-z0-9]{16}-[a-z0-9]{16}'),
  ),
  provider('Vultr', ...kingfisher, named('vultr-key', 'vultr', '[A-Z0-9]{36}')),
  provider(
    'Hetzner',
    'https://docs.hetzner.cloud/reference/cloud#authentication',
    noted,
    named('hetzner-token', ['hetzner', 'hcloud'], '[A-Za-z0-9]{64}'),
  ),
  provider(
    'Scaleway',
    'https://www.scaleway.com/en/docs/iam/how-to/create-api-keys',
    noted,
    wordToken('scaleway-access-key', 'SCW', '[A-Z0-9]{17}', looksRandom),
    named('scaleway-secret', ['scaleway', 'scw_'], uuid),
  ),
  provider(
    'OVHcloud',
    'https://help.ovhcloud.com/csm/en-api-getting-started',
    noted,
    named('ovh-secret', 'ovh', '[0-9a-f]{32}'),
  ),
  provider('Fastly', ...gitleaks, named('fastly-token', 'fastly', '[\\w-]{32}')),
  provider(
    'Backblaze',
    'https://www.backblaze.com/docs/cloud-storage-application-keys',
    noted,
    wordToken('backblaze-key', ['K000', 'K001', 'K002', 'K003', 'K004', 'K005'], '[A-Za-z0-9+/]{27}', looksRandom),
  ),
  provider(
    'Wasabi, MinIO and other S3 stores',
    'https://docs.wasabi.com',
    noted,
    named('s3-secret', ['wasabi', 'minio', 's3_', 's3.'], '[A-Za-z0-9/+]{40}'),
  ),
].flat()
