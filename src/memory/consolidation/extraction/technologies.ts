/**
 * Names of common technologies, to recognise any spelling and the type. `A=b=c` gives other names for A. A name that is
 * also an everyday word ends in `!`: it counts only in this spelling and where a name can occur. The list is short on
 * purpose: other names are found by their shape and context.
 */
export const technologies = `
Python=python3 JavaScript=JS=ECMAScript TypeScript=TS Java! Kotlin Scala Groovy Clojure Go!=Golang Rust!=Rustlang
C++=cpp C#=csharp F#=fsharp Objective-C Swift! Dart! Ruby! PHP Perl Lua Haskell OCaml Elixir Erlang Elm! Zig! Nim!
R! Fortran COBOL Prolog Lisp Scheme! Racket! MATLAB Solidity WebAssembly=Wasm Bash! PowerShell Zsh SQL! HTML CSS
Sass! LaTeX Markdown TOML AssemblyScript CUDA Cython Crystal! Visual_Basic VBA

PostgreSQL=Postgres psql MySQL MariaDB SQLite Oracle! SQL_Server=MSSQL MongoDB=Mongo Redis Valkey Memcached Cassandra
ScyllaDB DynamoDB CouchDB Couchbase Neo4j Memgraph ArangoDB InfluxDB TimescaleDB ClickHouse DuckDB Snowflake! BigQuery
Redshift Databricks CockroachDB YugabyteDB TiDB Elasticsearch=Elastic_Search OpenSearch Solr Meilisearch Typesense
Algolia Qdrant Pinecone! Weaviate Milvus Chroma!=ChromaDB pgvector FAISS LanceDB Firestore Supabase PlanetScale Prisma
Drizzle! Hibernate! SQLAlchemy TypeORM Sequelize Mongoose! Knex Kysely Flyway Liquibase dbt PgBouncer etcd RocksDB
LevelDB HBase Presto! Trino Druid! Dgraph SurrealDB libsql PGlite

React! React_Native React_Query Redux MobX Zustand Vue!=Vue.js=vuejs Nuxt Angular AngularJS Svelte SvelteKit Preact
SolidJS Ember! jQuery Next.js=nextjs Remix! Gatsby! Astro! Qwik Tailwind=Tailwind_CSS=tailwindcss Bootstrap! Material_UI=MUI
Storybook! Three.js D3=D3.js Chart.js HTMX Alpine.js Electron! Tauri Ionic Capacitor! Flutter! SwiftUI Jetpack_Compose
Xamarin Unity! Unreal_Engine Godot Blender! Webpack Vite Rollup! Parcel! esbuild Babel! SWC Turbopack Rspack Bun! Deno
Node.js=nodejs=Node! npm pnpm Yarn! Lerna Nx! Turborepo ESLint Prettier Biome! TSLint Zod Axios Lodash Moment.js date-fns
RxJS Express!=Express.js NestJS Fastify Koa! Hono! tRPC Socket.IO Puppeteer Playwright! Cypress! Selenium Jest! Vitest
Mocha! Testing_Library WebdriverIO

Django Flask! FastAPI Pydantic Celery! Gunicorn=gunicorn Uvicorn NumPy pandas! Polars SciPy scikit-learn=sklearn
Matplotlib Seaborn Plotly Streamlit Gradio Jupyter=Jupyter_Notebook PyTorch=torch TensorFlow Keras JAX XGBoost LightGBM
CatBoost Hugging_Face=HuggingFace spaCy NLTK LangChain LangGraph LlamaIndex Dask OpenCV pytest unittest tox! Poetry!
pip Conda=Anaconda Ruff! mypy Pyright Ansible Spring! Spring_Boot Quarkus Micronaut Maven Gradle JUnit Mockito
Tomcat Jetty Log4j Rails!=Ruby_on_Rails=RoR Sidekiq RSpec Laravel Symfony WordPress Drupal Magento Shopify
ASP.NET=ASP.NET_Core .NET=dotnet Entity_Framework Blazor Actix Axum Tokio Rocket! Gin! Cargo! Qt! GTK

Docker Docker_Compose=docker-compose Podman containerd Kubernetes=k8s=kube kubectl Helm! Istio Linkerd Envoy! Traefik
nginx=NGINX Caddy! HAProxy Apache! Terraform OpenTofu Pulumi Chef! Puppet! SaltStack Vagrant Packer! Nomad! Consul!
Vault!=HashiCorp_Vault Jenkins GitHub GitHub_Actions GitLab GitLab_CI CircleCI Travis_CI TeamCity Bitbucket Argo_CD=ArgoCD
Flux! Tekton Spinnaker Prometheus Grafana Loki! Tempo! Jaeger Zipkin OpenTelemetry=OTel Datadog New_Relic Splunk Sentry!
PagerDuty Opsgenie Kibana Logstash Fluentd Nagios Zabbix Alertmanager Kafka=Apache_Kafka RabbitMQ NATS! Pulsar! ActiveMQ
ZeroMQ MQTT! Airflow=Apache_Airflow Dagster Prefect! Spark!=Apache_Spark Flink=Apache_Flink Hadoop Hive! MinIO
OpenShift Rancher! Proxmox VMware VirtualBox QEMU Git=git SVN Mercurial! CMake Bazel LLVM GCC Clang Ubuntu
Debian CentOS Fedora! Alpine! Arch_Linux NixOS Linux macOS Windows! iOS Android Homebrew systemd tmux Raspberry_Pi
Arduino ESP32

AWS=Amazon_Web_Services EC2 S3=AWS_S3 Lambda!=AWS_Lambda RDS SQS SNS ECS EKS Fargate CloudFront CloudFormation CloudWatch
Route_53 SageMaker Bedrock! Azure=Microsoft_Azure Azure_DevOps Google_Cloud=GCP=Google_Cloud_Platform Cloud_Run GKE
Firebase Heroku Vercel Netlify Cloudflare Cloudflare_Workers Fly.io Render! Railway! DigitalOcean Linode Hetzner OVH
Stripe! PayPal Twilio SendGrid Mailchimp Auth0 Okta Keycloak Cognito Segment! Mixpanel Amplitude! PostHog LaunchDarkly
Tailscale WireGuard OpenVPN 阿里云 腾讯云 华为云

OpenAI! ChatGPT GPT-3 GPT-4 GPT-4o GPT-5 Claude! Claude_Code Gemini! Copilot=GitHub_Copilot Cursor! Llama!=LLaMA Mistral!
Ollama vLLM llama.cpp Whisper! DALL-E Midjourney Stable_Diffusion BERT Anthropic_API Perplexity! DeepSeek Qwen

Slack! Discord! Zoom! Microsoft_Teams Notion! Obsidian! Confluence! Jira Trello Asana Linear! Miro Figma Sketch! Canva
Photoshop Illustrator Excel! PowerPoint Google_Docs Google_Sheets Google_Drive Dropbox Airtable Todoist Evernote Gmail
Outlook! Thunderbird! Telegram! WhatsApp Signal! Vim Neovim=nvim Emacs VS_Code=VSCode=Visual_Studio_Code Visual_Studio
IntelliJ=IntelliJ_IDEA PyCharm WebStorm Xcode Android_Studio Eclipse! Sublime_Text Postman Insomnia! curl Wireshark
Tableau Power_BI Looker Metabase Superset Chrome! Chromium Firefox Safari! Spotify Netflix YouTube Kindle! iPhone iPad
MacBook Apple_Watch Garmin Strava Duolingo Anki Home_Assistant 微信 钉钉 飞书
`
