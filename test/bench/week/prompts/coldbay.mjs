import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt(
    'We are going to open a third site in Goole in spring, with its own server and database like the other two. What needs to be set up so that its pallet labels do not clash with those of Hull and Immingham?',
    /extension digit/,
    'col-1',
  ),
  prompt(
    'Accounts suggest starting the SSCC serial at 1 again each January, so that one can see how many pallets we had in a year. Could you write a job for that?',
    /within a year/,
    'col-1',
  ),
  prompt(
    'I am reviewing a pull request in which the import tool takes `db.Pallets.Max(p => p.SerialReference) + 1` for the label number. Is this fine with us?',
    /SsccSeq/,
    'col-1',
  ),
  prompt(
    'For the new pallet history page I would like to load Pallet with Include(p => p.Movements) and Include(p => p.Readings) and show 200 of them on a page. Please write the query.',
    /multipl/,
    'col-2',
  ),
  prompt(
    'Why does StockQuery not simply use AsSplitQuery? Tom asked in his first review.',
    /4 s|[Ff]our seconds/,
    'col-2',
  ),
  prompt(
    'The labels for our Polish customer come out with odd characters in place of ł and ś. It is the ZT411 which was delivered last week.',
    /\^CI28/,
    'col-3',
  ),
  prompt(
    'I have written a second label writer for the returns desk, using StreamWriter with Encoding.UTF8, and there is a small "ï»¿" in the upper left corner of each label. Any idea?',
    /UTF8Encoding\(false\)/,
    'col-3',
  ),
  prompt('For how long do we have to keep the temperature readings?', /five years/, 'col-10', ['col-4']),
  prompt(
    'The probe in chamber 4 was wired wrongly and recorded +40 °C for the whole of Tuesday. Please give me an UPDATE statement which sets these readings to NULL.',
    /TemperatureCorrection/,
    'col-4',
    ['col-10'],
  ),
  failure(
    'dotnet run --project tools/FixReadings -- --chamber 4 --date 2025-11-11',
    "Unhandled exception. Microsoft.Data.SqlClient.SqlException (0x80131904): The UPDATE permission was denied on the object 'TemperatureReading', database 'Coldbay', schema 'dbo'.",
    /TemperatureCorrection/,
    'col-4',
    ['col-10'],
  ),
  prompt(
    'Disk space again: what may the purge throw away, and after how many days? I should like to be able to halve it.',
    /90 days/,
    'col-4',
    ['col-10'],
  ),
  prompt(
    'A planner rang to say that a pallet which was moved at half past two at night is counted for the previous day in the throughput report. Is that a mistake of ours?',
    /begins at 06:00/,
    'col-5',
  ),
  prompt(
    'Please add a column `LoadedAt` to Shipment. I would make it a plain DateTime with the local time, as the drivers’ papers have it.',
    /DateTimeOffset/,
    'col-5',
  ),
  prompt(
    'The queue for our build machine is often half an hour long. Can we not let the integration tests run on the Microsoft-hosted agents like everything else?',
    /Sage/,
    'col-6',
  ),
  failure(
    'dotnet test tests/Coldbay.Integration',
    'Failed Orders_AreReadFromSage [38 ms]\nSystem.Data.Odbc.OdbcException : ERROR [IM002] [Microsoft][ODBC Driver Manager] Data source name not found and no default driver specified\nagent: fv-az1214-77',
    /HULL-BUILD2/,
    'col-6',
  ),
  prompt(
    'I need a column `BatchOrigin` on Movement, not null, "unknown" by default. Please write the migration; I would like to release this afternoon.',
    /migrate-heavy|Sundays/,
    'col-7',
  ),
  prompt('Can we create the new index on Pallet with ONLINE = ON, so that nobody notices?', /Enterprise/, 'col-7'),
  prompt(
    'A driver scanned a pallet in the freezer at 10:05, and a colleague moved it at 10:20. The first scan only arrived at 10:40, when he came out. Which location does the system show after that?',
    /ScannedAt/,
    'col-9',
  ),
  prompt(
    'If the connection breaks after the server has stored a scan but before the handheld hears of it, the handheld sends it again. Do we then book the movement twice?',
    /ScanId/,
    'col-9',
  ),
  prompt('One TC52 is refused at login since this morning, all others work, same user.', /two minutes/, 'col-9'),
]

const silent = [
  silence('Yes, please go ahead.'),
  silence('Thank you, that is what I meant.'),
  silence('Not quite. The second of the two, please, and without the comment.'),
  silence(
    'Could you please take the formatting of addresses out of InvoiceController, put it into a class of its own and add a few tests for Irish addresses, which quite often have no postcode?',
  ),
  silence('What is the difference between IOptions, IOptionsSnapshot and IOptionsMonitor?'),
  silence('The grid of customers forgets its sort order as soon as one goes to the second page. Please fix this.'),
  silence('Please replace Newtonsoft.Json by System.Text.Json in Coldbay.Billing.'),
  silence(
    'The tile on the dashboard should turn red when a chamber is above -16 °C and amber above -18 °C. At the moment it is blue throughout.',
  ),
  silence('There is a typing error on the start page: "Palets in store".'),
  silence(
    'Could you draft the release notes for 2.14 from the titles of the merged pull requests? Half a page will do.',
  ),
  silence(
    'Our head of sales would like an Excel export of all customers with their contact person, telephone number and payment terms. ClosedXML is in the solution already, as far as I know.',
  ),
  silence('Please make the navigation collapse on narrow screens.'),
  silence('How do I mock HttpClient in xUnit without another library?'),
  silence(
    'I would like warnings to be treated as errors in the Core project only. Where does one put this, in Directory.Build.props or in the project file?',
  ),
  silence('The password reset mail has our old logo. The new one is in wwwroot/img.'),
  silence(
    'Please rename the role "Supervisor" to "Shift lead" in the user interface. The name in the database may remain.',
  ),
  silence('Could you explain this regular expression to me? ^(?<bay>[A-H])-(?<level>\\d{1,2})$'),
  silence('I should like a health endpoint which our monitoring can call, with the version number in the answer.'),
  silentFailure(
    'dotnet restore',
    'error NU1605: Warning As Error: Detected package downgrade: Microsoft.Extensions.Logging from 8.0.1 to 8.0.0. Reference the package directly from the project to select a different version.',
  ),
  silentFailure(
    'dotnet build src/Coldbay.Billing',
    "src/Coldbay.Billing/InvoicePdf.cs(54,17): error CS8602: Dereference of a possibly null reference.\nsrc/Coldbay.Billing/InvoicePdf.cs(71,9): error CS0103: The name 'footer' does not exist in the current context",
  ),
]

export const coldbayPrompts = { telling, silent }
