// `npm run restore-drill`: the table is restored from a point in time. `--second-region`: a region stops, and its standby
// takes over.
if (process.argv.includes("--second-region")) await import("./region-drill.ts");
else await import("./restore-drill.ts");
