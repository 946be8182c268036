/** Methods and ideas that have a name of their own even in lower case. `A=b` gives other names for A; `_` is a space. */
export const techniques = `
binary_search linear_search depth-first_search=DFS breadth-first_search=BFS dynamic_programming memoization=memoisation
backtracking quicksort merge_sort bubble_sort heapsort topological_sort bloom_filter consistent_hashing gradient_descent
backpropagation dropout batch_normalization data_augmentation transfer_learning fine-tuning=finetuning few-shot_learning
zero-shot_learning reinforcement_learning federated_learning supervised_learning unsupervised_learning active_learning
contrastive_learning knowledge_distillation quantization=quantisation LoRA QLoRA RLHF self-attention cross-attention
attention_mechanism Transformer!=transformer_architecture=transformer_model beam_search
retrieval-augmented_generation=RAG! prompt_engineering chain-of-thought=chain-of-thought_prompting=chain_of_thought
BM25 TF-IDF PageRank semantic_search dense_retrieval vector_search cosine_similarity matrix_factorization
collaborative_filtering k-means k-nearest_neighbours=k-nearest_neighbors logistic_regression linear_regression
random_forest decision_tree gradient_boosting cross-validation A/B_testing=A/B_test Monte_Carlo_simulation Markov_chain
principal_component_analysis=PCA

test-driven_development=TDD=test_driven_development behaviour-driven_development=BDD=behavior-driven_development
domain-driven_design=DDD pair_programming mob_programming code_review trunk-based_development continuous_integration
continuous_delivery continuous_deployment blue-green_deployment=blue/green_deployment canary_deployment=canary_release
rolling_update feature_flags=feature_flag=feature_toggle infrastructure_as_code=IaC GitOps chaos_engineering load_testing
fuzz_testing=fuzzing property-based_testing mutation_testing snapshot_testing regression_testing rate_limiting
token_bucket leaky_bucket exponential_backoff circuit_breaker load_balancing sharding database_sharding connection_pooling
lazy_loading eager_loading code_splitting tree_shaking server-side_rendering=SSR static_site_generation debouncing=debounce
throttling=throttle LRU_cache dependency_injection inversion_of_control event_sourcing CQRS saga_pattern two-phase_commit
optimistic_locking pessimistic_locking write-ahead_logging Raft! Paxos gossip_protocol MapReduce strangler_fig_pattern
strategy_pattern observer_pattern factory_pattern singleton_pattern adapter_pattern repository_pattern visitor_pattern
functional_programming object-oriented_programming Scrum! Kanban! Pomodoro!=Pomodoro_technique OKRs=OKR
spaced_repetition thematic_analysis grounded_theory meta-analysis
`

/** Standards, protocols, fields and troubles. */
export const concepts = `
OAuth=OAuth2=OAuth_2.0 OpenID_Connect=OIDC SAML JWT=JSON_Web_Token PKCE TLS SSL DNS CORS CSRF XSS SQL_injection REST!
gRPC WebSocket=WebSockets GraphQL HTTP/2 HTTP/3 QUIC TCP UDP IPv6 SSH WebRTC OpenAPI JSON_Schema Protobuf=Protocol_Buffers
Avro! Parquet! MCP!=Model_Context_Protocol GDPR HIPAA SOC_2 PCI_DSS WCAG ACID! CAP_theorem JDBC ODBC POSIX Unicode UTF-8

machine_learning deep_learning artificial_intelligence natural_language_processing=NLP computer_vision
large_language_model=large_language_models=LLM=LLMs neural_network=neural_networks knowledge_graph data_warehouse
data_lake microservices=microservice eventual_consistency technical_debt=tech_debt single_sign-on=SSO
two-factor_authentication=2FA zero_trust

race_condition=race_conditions deadlock=deadlocks memory_leak=memory_leaks buffer_overflow stack_overflow! null_pointer
segmentation_fault=segfault split_brain clock_skew cache_stampede thundering_herd cold_start=cold_starts
connection_leak thread_starvation goroutine_leak data_race N+1_queries=N+1_query=N+1_problem
circular_dependency=circular_dependencies merge_conflict=merge_conflicts overfitting underfitting
vanishing_gradient catastrophic_forgetting data_leakage concept_drift prompt_injection bit_rot
knapsack_problem travelling_salesman_problem halting_problem ETL
`
