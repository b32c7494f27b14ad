// Runs before the commands of package.json that start the project, also with a Node that cannot run its TypeScript.
if (Number(process.versions.node.split('.')[0]) < 24) {
	process.stderr.write(
		`Townbell needs Node 24 or newer, and this is ${process.versions.node}: https://nodejs.org\n`,
	);
	process.exit(1);
}
