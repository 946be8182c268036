-- Spreads the tables of World Weaver over the nodes of a Citus cluster, by tenant. Once, after `ww migrate`, with no
-- World Weaver running. See docs/postgres.md.
BEGIN;
CREATE EXTENSION IF NOT EXISTS citus;

-- The same on every node: small, and asked for by name before the tenant is known.
SELECT create_reference_table('tenants');
SELECT create_reference_table('api_keys');

-- All that is one tenant's lies on one node, so that a call is answered by one.
SELECT create_distributed_table('totals', 'tenant_id');
SELECT create_distributed_table('names', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('scenes', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('memories', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('strengths', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('versions', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('labels', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('edges', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('structures', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('models', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('vectors', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('terms', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('postings', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('answers', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('answer_vectors', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('answer_postings', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('answer_terms', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('languages', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('changes', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('workflows', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('runs', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('turns', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('events', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('bookmarks', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('backups', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('unfinished_erasing', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('leases', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('commits', 'tenant_id', colocate_with => 'totals');
SELECT create_distributed_table('calls', 'tenant_id', colocate_with => 'totals');
COMMIT;
