/** OPS6: when to use what, in under 2 KB. A client shows it to the model once. */
export const instructions = `World Weaver is your long-term memory. It outlives this conversation.

Recall before you answer. When the user refers to the past, to "we", "last time", a name, a project, a preference or a decision, call \`recall\` with the question in plain words. \`nothing_relevant: true\` means that nothing on this was ever told: say so, do not guess. A text marked \`truncated\` can be read in full with \`get_memory\`.

Remember as you go. Call \`remember\` when the user states a fact, a preference or a decision, and after something worth knowing next time: a fix and its cause, a failure, a convention. One memory per call, written so that it makes sense alone: who, what, why, with exact names, paths, versions and error codes. Do not store secrets, and do not store again what you just recalled.

For events with an outcome use \`create_episode\` (success, failure, partial, neutral; valence 0 to 1 for importance) and \`recall_episodes\`, which weighs recency, outcome and importance. \`query_at_time\` answers what was known at a moment in the past. \`mark_important\` keeps an episode from fading. \`memory_stats\` tells what is stored, \`get_session_id\` where you are.

Before a task of several steps ask \`recall_skill\`; afterwards tell \`execute_skill\` how it went. \`create_skill\` learns a task that went well, \`deprecate_skill\` takes one out. \`build_skill\` and \`how_to\` are old names.

Memories belong to a session and a project. A call sees its own project and what belongs to none; \`project: "*"\` reads all. Times are ISO 8601, UTC unless they say otherwise.

Errors are \`{error, message, field?}\`; the field names the parameter to mend. After \`rate_limited\` wait \`retry_after\` seconds.`
