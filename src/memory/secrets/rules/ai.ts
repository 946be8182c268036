import { looksRandom } from '../looks-random.js'
import { named, provider, type Rule, token, uuid, wordToken } from '../rule.js'
import { gitleaks, kingfisher, noted } from './sources.js'

/** Keys for language models, speech, vectors and the tools around them. */
export const aiRules: readonly Rule[] = [
  provider(
    'Anthropic',
    'https://platform.claude.com/docs/en/api/overview',
    noted,
    token('anthropic-key', 'sk-ant-', '[\\w-]{24,}'),
  ),
  provider(
    'OpenAI',
    'https://platform.openai.com/docs/api-reference/authentication',
    noted,
    token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[\\w-]{24,}'),
  ),
  provider(
    'OpenRouter',
    'https://openrouter.ai/docs/api-reference/authentication',
    noted,
    token('openrouter-key', 'sk-or-', '[\\w-]{32,}'),
  ),
  provider('Langfuse', 'https://langfuse.com/docs/api', noted, wordToken('langfuse-key', 'sk-lf-', uuid)),
  // Many providers of language models use this prefix.
  provider(
    'OpenAI',
    'https://platform.openai.com/docs/api-reference/authentication',
    noted,
    wordToken('openai-key', 'sk-', '[A-Za-z0-9]{32,}'),
  ),
  provider(
    'Hugging Face',
    'https://huggingface.co/docs/hub/security-tokens',
    noted,
    wordToken('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{30,}'),
  ),
  provider(
    'Groq',
    'https://console.groq.com/docs/quickstart',
    noted,
    wordToken('groq-key', 'gsk_', '[A-Za-z0-9]{40,}'),
  ),
  provider('Perplexity', 'https://docs.perplexity.ai', noted, token('perplexity-key', 'pplx-', '[A-Za-z0-9]{40,}')),
  provider('xAI', 'https://docs.x.ai', noted, wordToken('xai-key', 'xai-', '[A-Za-z0-9_]{60,}')),
  provider(
    'Replicate',
    'https://replicate.com/docs/topics/security/api-tokens',
    noted,
    wordToken('replicate-token', 'r8_', '[A-Za-z0-9]{36,}'),
  ),
  provider(
    'LangSmith',
    'https://docs.langchain.com/langsmith',
    noted,
    token('langsmith-key', ['lsv2_pt_', 'lsv2_sk_'], '[\\w-]{32,}'),
  ),
  provider('NVIDIA', ...kingfisher, wordToken('nvidia-key', 'nvapi-', '[\\w-]{60,80}')),
  provider(
    'Cerebras',
    'https://inference-docs.cerebras.ai/quickstart',
    noted,
    wordToken('cerebras-key', 'csk-', '[a-z0-9]{40,60}'),
  ),
  provider(
    'Together AI',
    'https://docs.together.ai/docs/quickstart',
    noted,
    wordToken('together-key', 'tgp_v1_', '[\\w-]{40,60}'),
  ),
  provider(
    'Fireworks AI',
    'https://docs.fireworks.ai/getting-started/quickstart',
    noted,
    wordToken('fireworks-key', ['fw_', 'fpk_'], '[A-Za-z0-9]{22,40}', looksRandom),
  ),
  provider(
    'Voyage AI',
    'https://docs.voyageai.com/docs/api-key-and-installation',
    noted,
    wordToken('voyage-key', 'pa-', '[\\w-]{43}', looksRandom),
  ),
  provider(
    'Pinecone',
    'https://docs.pinecone.io/guides/projects/manage-api-keys',
    noted,
    wordToken('pinecone-key', 'pcsk_', '[A-Za-z0-9]{5,6}_[A-Za-z0-9]{40,70}'),
  ),
  provider(
    'Tavily',
    'https://docs.tavily.com/documentation/quickstart',
    noted,
    wordToken('tavily-key', 'tvly-', '(?:dev-|prod-)?[A-Za-z0-9]{20,60}'),
  ),
  provider(
    'Firecrawl',
    'https://docs.firecrawl.dev/introduction',
    noted,
    wordToken('firecrawl-key', 'fc-', '[0-9a-f]{32}'),
  ),
  provider('E2B', 'https://e2b.dev/docs/api-key', noted, wordToken('e2b-key', 'e2b_', '[0-9a-f]{40}')),
  provider('Jina AI', 'https://jina.ai/reader', noted, wordToken('jina-key', 'jina_', '[A-Za-z0-9_-]{40,80}')),
  provider('ElevenLabs', ...kingfisher, wordToken('elevenlabs-key', 'sk_', '[0-9a-f]{48}')),
  provider(
    'LlamaCloud',
    'https://docs.cloud.llamaindex.ai/api_key',
    noted,
    wordToken('llamacloud-key', 'llx-', '[A-Za-z0-9]{40,60}'),
  ),
  provider('Deepgram', ...kingfisher, named('deepgram-key', 'deepgram', '[0-9a-f]{40}')),
  provider('AssemblyAI', ...kingfisher, named('assemblyai-key', ['assemblyai', 'assembly ai', 'aai_'], '[0-9a-f]{32}')),
  provider('Cohere', ...gitleaks, named('cohere-key', 'cohere', '[A-Za-z0-9]{40}')),
  provider(
    'Mistral',
    'https://docs.mistral.ai/getting-started/quickstart',
    noted,
    named('mistral-key', 'mistral', '[A-Za-z0-9]{32}'),
  ),
  provider(
    'Weights & Biases',
    ...kingfisher,
    wordToken('wandb-key', 'wandb_v1_', '[\\w-]{40,100}'),
    named('wandb-key', 'wandb', '[0-9a-f]{40}'),
  ),
  provider('Clarifai', ...kingfisher, named('clarifai-key', 'clarifai', '[0-9a-f]{32}')),
  provider(
    'Apify',
    'https://docs.apify.com/platform/integrations/api',
    noted,
    wordToken('apify-token', 'apify_api_', '[A-Za-z0-9]{34,40}'),
  ),
].flat()
