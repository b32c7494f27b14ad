import { Component, type ReactNode } from 'react';

type EditorBoundaryProps = { failure: ReactNode; children: ReactNode };

/** An editor that cannot be fetched, or breaks, takes nothing but its own panel with it. */
export class EditorBoundary extends Component<EditorBoundaryProps, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override render() {
		return this.state.hasFailed ? this.props.failure : this.props.children;
	}
}
