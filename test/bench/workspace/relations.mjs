/*
 * Relations of the graph. `stored`: the names it may be kept under, each as said of the subject, or turned round.
 * `back` asks from the object for the subject, `on` the other way: `ask` are whole questions, `the` are noun phrases to
 * put into further questions; {x} is what is known, {x's} its possessive, {is}, {does}, {s} and {ies} agree with it.
 */
const forward = (...names) => names.map((name) => ({ name, isTurned: false }))
const turned = (...names) => names.map((name) => ({ name, isTurned: true }))

export const relations = [
  {
    id: 'owns',
    from: 'team',
    to: 'service',
    stored: [...forward('owns'), ...turned('owned_by', 'owner', 'ownedBy')],
    back: {
      ask: [
        'Who owns {x}?',
        'Which team owns {x}?',
        'Who is the owner of {x}?',
        "Who is {x's} owner?",
        'By whom {is} {x} owned?',
      ],
      the: ['the team that owns {x}', 'the owner of {x}', "{x's} owner"],
    },
    on: {
      ask: [
        'What {does} {x} own?',
        'Which services {does} {x} own?',
        'Which services are owned by {x}?',
        'List the services owned by {x}.',
      ],
      the: ['the services that {x} own{s}', 'the services owned by {x}'],
      isPlural: true,
    },
  },
  {
    id: 'depends',
    from: 'service',
    to: 'service',
    fanOut: 2,
    stored: forward('depends_on', 'depends on', 'DEPENDS_ON'),
    back: {
      ask: ['What depends on {x}?', 'Which services depend on {x}?', 'List the services that depend on {x}.'],
      the: ['the services that depend on {x}', 'the services depending on {x}'],
      isPlural: true,
    },
    on: {
      ask: ['What {does} {x} depend on?', 'Which services {does} {x} depend on?', 'What are the dependencies of {x}?'],
      the: ['the services that {x} depend{s} on', 'the dependencies of {x}'],
      isPlural: true,
    },
  },
  {
    id: 'manages',
    from: 'person',
    to: 'team',
    stored: [...forward('manages'), ...turned('managed_by', 'manager', 'managed by')],
    back: {
      ask: ['Who manages {x}?', 'Who is the manager of {x}?', "Who is {x's} manager?", 'Who {is} {x} managed by?'],
      the: ['the manager of {x}', 'the person who manages {x}', "{x's} manager"],
    },
    on: {
      ask: ['Which team {does} {x} manage?', 'What {does} {x} manage?', 'Which teams are managed by {x}?'],
      the: ['the team that {x} manage{s}', 'the team managed by {x}'],
    },
  },
  {
    id: 'reports',
    from: 'person',
    to: 'person',
    stored: forward('reports_to', 'reports to'),
    back: {
      ask: ['Who reports to {x}?', 'Which people report to {x}?'],
      the: ['the people who report to {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Who {does} {x} report to?', 'To whom {does} {x} report?'],
      the: ['the person that {x} report{s} to', 'the person {x} report{s} to'],
    },
  },
  {
    id: 'lives',
    from: 'person',
    to: 'city',
    stored: forward('lives_in', 'lives in', 'livesIn'),
    back: {
      ask: ['Who lives in {x}?', 'Which people live in {x}?'],
      the: ['the people who live in {x}', 'the people living in {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Where {does} {x} live?', 'In which city {does} {x} live?', 'Which city {does} {x} live in?'],
      the: ['the city where {x} live{s}', 'the city that {x} live{s} in'],
    },
  },
  {
    id: 'hosted',
    from: 'service',
    to: 'datacenter',
    stored: [...forward('hosted_in', 'hosted in', 'hosted_at'), ...turned('hosts')],
    back: {
      ask: ['What is hosted in {x}?', 'Which services are hosted in {x}?', 'Which services does {x} host?'],
      the: ['the services hosted in {x}', 'the services that are hosted in {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Where {is} {x} hosted?', 'Which datacenter hosts {x}?', 'In which datacenter {is} {x} hosted?'],
      the: ['the datacenter that hosts {x}', 'the datacenter where {x} {is} hosted'],
    },
  },
  {
    id: 'located',
    from: 'datacenter',
    to: 'city',
    stored: forward('located_in', 'located in'),
    back: {
      ask: ['What is located in {x}?', 'Which datacenters are located in {x}?'],
      the: ['the datacenters located in {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Where {is} {x} located?', 'In which city {is} {x} located?'],
      the: ['the city where {x} {is} located', 'the location of {x}'],
    },
  },
  {
    id: 'capital',
    from: 'city',
    to: 'country',
    isOneToOne: true,
    stored: [...forward('capital_of', 'capital of'), ...turned('capital')],
    back: {
      ask: ['What is the capital of {x}?', 'Which city is the capital of {x}?', "What is {x's} capital?"],
      the: ['the capital of {x}', "{x's} capital"],
    },
    on: {
      ask: ['What {is} {x} the capital of?', 'Which country {is} {x} the capital of?'],
      the: ['the country that {x} {is} the capital of'],
    },
  },
  {
    id: 'written',
    from: 'service',
    to: 'language',
    stored: forward('written_in', 'written in'),
    back: {
      ask: ['Which services are written in {x}?', 'What is written in {x}?'],
      the: ['the services written in {x}', 'the services that are written in {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Which language {is} {x} written in?', 'What {is} {x} written in?', 'In which language {is} {x} written?'],
      the: ['the language that {x} {is} written in'],
    },
  },
  {
    id: 'works',
    from: 'person',
    to: 'company',
    stored: forward('works_for', 'works at', 'works_at'),
    back: {
      ask: ['Who works {at} {x}?', 'Which people work {at} {x}?'],
      the: ['the people who work {at} {x}', 'the people working {at} {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Which company {does} {x} work {at}?', 'Where {does} {x} work?'],
      the: ['the company that {x} work{s} {at}', 'the company where {x} work{s}'],
    },
  },
  {
    id: 'founded',
    from: 'person',
    to: 'company',
    stored: [...forward('founded'), ...turned('founded_by', 'founder')],
    back: {
      ask: ['Who founded {x}?', 'Who is the founder of {x}?', 'Who {was} {x} founded by?', "Who is {x's} founder?"],
      the: ['the founder of {x}', 'the person who founded {x}', "{x's} founder"],
    },
    on: {
      ask: ['Which company did {x} found?', 'What did {x} found?', 'Which companies were founded by {x}?'],
      the: ['the company that {x} founded', 'the company founded by {x}'],
    },
  },
  {
    id: 'based',
    from: 'company',
    to: 'city',
    stored: forward('headquartered_in', 'headquartered in'),
    back: {
      ask: ['Which companies are headquartered in {x}?', 'What is headquartered in {x}?'],
      the: ['the companies headquartered in {x}'],
      isPlural: true,
    },
    on: {
      ask: ['Where {is} {x} headquartered?', 'In which city {is} {x} headquartered?'],
      the: ['the city where {x} {is} headquartered', 'the city that {x} {is} headquartered in'],
    },
  },
  {
    id: 'supplies',
    from: 'company',
    to: 'company',
    stored: [...forward('supplies'), ...turned('supplied_by', 'supplier')],
    back: {
      ask: [
        'Who supplies {x}?',
        'Which company supplies {x}?',
        'Who is the supplier of {x}?',
        'Who {is} {x} supplied by?',
      ],
      the: ['the supplier of {x}', 'the company that supplies {x}', "{x's} supplier"],
    },
    on: {
      ask: ['Which companies {does} {x} supply?', 'Who is supplied by {x}?'],
      the: ['the companies that {x} suppl{ies}', 'the companies supplied by {x}'],
      isPlural: true,
    },
  },
  {
    id: 'mentors',
    from: 'person',
    to: 'person',
    stored: [...forward('mentors'), ...turned('mentored_by', 'mentor')],
    back: {
      ask: ['Who mentors {x}?', 'Who is the mentor of {x}?', "Who is {x's} mentor?"],
      the: ['the mentor of {x}', "{x's} mentor", 'the person who mentors {x}'],
    },
    on: {
      ask: ['Who {does} {x} mentor?', 'Who is mentored by {x}?'],
      the: ['the people that {x} mentor{s}', 'the people mentored by {x}'],
      isPlural: true,
    },
  },
  // Typed edges of the memory door, between entities.
  {
    id: 'uses',
    edge: 'USES',
    from: 'module',
    to: 'library',
    fanOut: 2,
    back: {
      ask: ['What uses {x}?', 'Which modules use {x}?'],
      the: ['the modules that use {x}', 'the modules using {x}'],
      isPlural: true,
    },
    on: {
      ask: ['What {does} {x} use?', 'Which libraries {does} {x} use?', 'What is used by {x}?'],
      the: ['the libraries that {x} use{s}', 'the libraries used by {x}'],
      isPlural: true,
    },
  },
  {
    id: 'part',
    edge: 'PART_OF',
    from: 'module',
    to: 'system',
    back: {
      ask: ['What is part of {x}?', 'Which modules are part of {x}?', 'What are the parts of {x}?'],
      the: ['the modules that are part of {x}', 'the parts of {x}'],
      isPlural: true,
    },
    on: {
      ask: ['What {is} {x} part of?', 'Which system {is} {x} part of?', 'Which system {is} {x} a part of?'],
      the: ['the system that {x} {is} part of'],
    },
  },
  {
    id: 'requires',
    edge: 'REQUIRES',
    from: 'system',
    to: 'artifact',
    back: {
      ask: ['What requires {x}?', 'Which systems require {x}?'],
      the: ['the systems that require {x}'],
      isPlural: true,
    },
    on: {
      ask: ['What {does} {x} require?', 'What is required by {x}?'],
      the: ['the artifacts that {x} require{s}', 'the artifacts required by {x}'],
      isPlural: true,
    },
  },
  {
    id: 'produces',
    edge: 'PRODUCES',
    from: 'module',
    to: 'artifact',
    back: {
      ask: ['What produces {x}?', 'Which module produces {x}?', 'What {is} {x} produced by?'],
      the: ['the module that produces {x}', 'the producer of {x}'],
    },
    on: {
      ask: ['What {does} {x} produce?', 'Which artifacts {does} {x} produce?', 'What is produced by {x}?'],
      the: ['the artifacts that {x} produce{s}', 'the artifacts produced by {x}'],
      isPlural: true,
    },
  },
]
