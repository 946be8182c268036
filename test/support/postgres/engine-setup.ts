import { afterAll } from 'vitest'
import { dropEngineDatabases } from '../engine.js'

// What is hooked in first is called last.
afterAll(dropEngineDatabases)
